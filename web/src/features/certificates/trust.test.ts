import { expect, it } from 'vitest';
import { findTrust } from './trust';

const workers = (register: () => Promise<{ unregister: () => Promise<boolean> }>) =>
  ({ register }) as unknown as ServiceWorkerContainer;
const named = (name: string) => Object.assign(new Error('no'), { name });

it('a browser that starts a worker trusts the certificate', async () => {
  let gone = false;
  const unregister = async () => {
    gone = true;
    return true;
  };
  expect(
    await findTrust(
      'https:',
      workers(async () => ({ unregister })),
    ),
  ).toBe('trusted');
  expect(gone).toBe(true);
});

it('one that refuses does not, and any other failure says nothing', async () => {
  const failing = (name: string) => workers(() => Promise.reject(named(name)));
  expect(await findTrust('https:', failing('SecurityError'))).toBe('untrusted');
  expect(await findTrust('https:', failing('TypeError'))).toBe('unknown');
  expect(await findTrust('http:', failing('SecurityError'))).toBe('unknown');
});
