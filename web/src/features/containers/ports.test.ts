import { expect, it } from 'vitest';
import { distinct, portAddress } from './ports';

const port = (ip: string | null, publicPort: number | null, privatePort = 80, type = 'tcp') => ({
  ip,
  publicPort,
  privatePort,
  type,
});

it('a published port leads to where the browser finds it', () => {
  expect(portAddress(port('0.0.0.0', 8010), 'gate.lan')).toBe('http://gate.lan:8010/');
  expect(portAddress(port('::', 8010), '[fd00::1]')).toBe('http://[fd00::1]:8010/');
  expect(portAddress(port('192.168.1.5', 8443, 443), 'gate.lan')).toBe('https://192.168.1.5:8443/');
  expect(portAddress(port('fd00::2', 80), 'gate.lan')).toBe('http://[fd00::2]:80/');
});

it('nowhere where nobody listens for a browser, or only the machine itself', () => {
  expect(portAddress(port(null, null), 'gate.lan')).toBeNull();
  expect(portAddress(port('0.0.0.0', 53, 53, 'udp'), 'gate.lan')).toBeNull();
  expect(portAddress(port('127.0.0.1', 8010), 'gate.lan')).toBeNull();
  expect(portAddress(port('127.0.0.1', 8010), 'localhost')).toBe('http://localhost:8010/');
});

it('a port that is published for both versions of IP is one', () => {
  expect(distinct([port('0.0.0.0', 8010), port('::', 8010), port('127.0.0.1', 8010)])).toHaveLength(
    2,
  );
});
