import { describe, expect, it } from 'vitest';
import { factsOf } from './inspected';
import { looksSecret, MASK, maskedText, maskedWords } from './secrets';

const DOCKER = {
  Path: 'docker-entrypoint.sh',
  Args: ['redis-server', '--requirepass', 'hunter22'],
  RestartCount: 3,
  Config: { Env: ['TZ=UTC', 'DB_PASSWORD=hunter22'], User: '999', WorkingDir: '/data' },
  HostConfig: { RestartPolicy: { Name: 'unless-stopped' } },
  Mounts: [
    { Type: 'volume', Name: 'cache', Source: '/var/lib/x', Destination: '/data', RW: true },
    { Type: 'bind', Source: '/etc/localtime', Destination: '/etc/localtime', RW: false },
  ],
  NetworkSettings: { Networks: { media: { IPAddress: '172.18.0.2', GlobalIPv6Address: '' } } },
};

describe('what an engine tells', () => {
  it('is found in the words of Docker', () => {
    expect(factsOf(DOCKER)).toEqual({
      command: `docker-entrypoint.sh redis-server --requirepass ${MASK}`,
      workingDir: '/data',
      user: '999',
      restart: 'unless-stopped',
      restarts: 3,
      environment: [
        { name: 'DB_PASSWORD', value: 'hunter22', secret: true },
        { name: 'TZ', value: 'UTC', secret: false },
      ],
      mounts: [
        { source: 'cache', target: '/data', readOnly: false },
        { source: '/etc/localtime', target: '/etc/localtime', readOnly: true },
      ],
      networks: [{ name: 'media', addresses: ['172.18.0.2'] }],
    });
  });

  it('is found in those of a cluster', () => {
    const facts = factsOf({
      config: { env: ['TZ=UTC'], cmd: ['serve'], workingDir: '', user: '' },
      networkSettings: { cluster: { addresses: ['10.1.0.7'] } },
      mounts: [{ source: 'data', target: '/data', readOnly: true, type: 'volume' }],
    });
    expect(facts.command).toBe('serve');
    expect(facts.environment).toEqual([{ name: 'TZ', value: 'UTC', secret: false }]);
    expect(facts.mounts[0]?.readOnly).toBe(true);
    expect(facts.networks).toEqual([{ name: 'cluster', addresses: ['10.1.0.7'] }]);
  });

  it('may be nothing at all', () => {
    expect(factsOf({}).environment).toEqual([]);
    expect(factsOf({ Config: null }).mounts).toEqual([]);
  });
});

describe('a secret', () => {
  it('is known by its name or its looks', () => {
    for (const name of ['DB_PASSWORD', 'MYSQLPASSWORD', 'API_KEY', 'token', 'auth']) {
      expect([name, looksSecret(name, 'x')]).toEqual([name, true]);
    }
    expect(looksSecret('DATABASE_URL', 'postgres://ann:pw@db/x')).toBe(true);
    expect(looksSecret('X', 'ghp_0123')).toBe(true);
    for (const name of ['KEYBOARD', 'AUTHOR', 'DB_PASSWORD_FILE', 'PATH', 'COMPASS']) {
      expect([name, looksSecret(name, 'x')]).toEqual([name, false]);
    }
    expect(looksSecret('PASSWORD', '')).toBe(false);
    expect(looksSecret('URL', 'https://example.org/a:b@c')).toBe(false);
  });

  it('does not stand in what is shown as a whole', () => {
    const text = maskedText({ ...DOCKER, raw: { env: [{ name: 'TOKEN', value: 'hunter22' }] } });
    expect(text).not.toContain('hunter22');
    expect(text).toContain('TZ=UTC');
    expect(maskedWords(['run', 'API_KEY=hunter22', '--user', 'ann'])).toEqual([
      'run',
      `API_KEY=${MASK}`,
      '--user',
      'ann',
    ]);
  });
});
