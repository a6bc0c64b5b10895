/// <reference lib="webworker" />
import { browser } from './browser';
import { type FromTab, Switchboard } from './switchboard';

async function isGood(token: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch('/api/v1/auth/me', { headers, cache: 'no-store' }).catch(() => null);
  return answer?.ok ?? false;
}

const board = new Switchboard(browser, isGood);

(self as unknown as SharedWorkerGlobalScope).onconnect = ({ ports: [port] }) => {
  if (!port) return;
  const tab = { post: (message: unknown) => port.postMessage(message) };
  port.onmessage = ({ data }: MessageEvent<FromTab>) => void board.hear(tab, data);
};
