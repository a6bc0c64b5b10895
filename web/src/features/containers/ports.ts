import type { Schemas } from '~/api/client';

type Port = Schemas['ContainerPort'];

const EVERYWHERE = ['', '0.0.0.0', '::'];
const THIS_MACHINE = /^(localhost|127\.|\[::1\]|::1$)/;
const ENCRYPTED = [443, 8443, 9443];

export const portText = ({ ip, publicPort, privatePort, type }: Port): string =>
  publicPort ? `${ip ?? ''}:${publicPort} → ${privatePort}/${type}` : `${privatePort}/${type}`;

/**
 * Where a published port is found by a browser that reached the gateway as `host`. One that is
 * published on the gateway's loopback alone is found by nobody else.
 */
export function portAddress(
  { ip, publicPort, privatePort, type }: Port,
  host: string,
): string | null {
  if (!publicPort || type !== 'tcp') return null;
  const at = ip ?? '';
  if (THIS_MACHINE.test(at) && !THIS_MACHINE.test(host)) return null;
  const name = EVERYWHERE.includes(at) || THIS_MACHINE.test(at) ? host : at;
  const written = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  const scheme = ENCRYPTED.includes(privatePort) ? 'https' : 'http';
  return `${scheme}://${written}:${publicPort}/`;
}

/** Published for both versions of IP, a port is still one. */
export function distinct(ports: Port[]): Port[] {
  const key = ({ ip, publicPort, privatePort, type }: Port) =>
    [EVERYWHERE.includes(ip ?? '') ? '' : ip, publicPort, privatePort, type].join(' ');
  return [...new Map(ports.map((port) => [key(port), port])).values()];
}
