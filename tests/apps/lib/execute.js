// Commands that run to their end.
import { execFile } from 'node:child_process';

export function execute(command, args, { cwd, env = process.env, minutes = 2 } = {}) {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, timeout: minutes * 60_000, maxBuffer: 64 << 20 };
    const child = execFile(command, args, options, (error, out, err) => {
      if (!error) return resolve(out);
      const words = `${out}\n${err}`.trim().split('\n').slice(-20).join('\n');
      reject(new Error(`${command} ${args.join(' ')} failed:\n${words}`));
    });
    child.stdin.end();
  });
}

export const succeeds = (command, args) => execute(command, args).then(() => true, () => false);
