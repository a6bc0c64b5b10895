// How a browser becomes a device: a code is redeemed, the device is made, and from then on the
// cookie that came with it opens apps. The token lives in this variable and nowhere else.
import { api, ok, type Schemas } from '~/api/client';

const ID = 'gatehouse.device';

/** This browser is the same device when it pairs again. */
function deviceId(): string {
  const known = localStorage.getItem(ID);
  if (known) return known;
  const fresh = `web-${Array.from(crypto.getRandomValues(new Uint8Array(8)), hex).join('')}`;
  localStorage.setItem(ID, fresh);
  return fresh;
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** The code of a link such as `/_gh/pair#ABCD2345`, and of what was typed in any spelling. */
export function codeIn(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

export interface Paired {
  token: string;
  expiresIn: number;
  pending: boolean;
}

export async function pair(code: string, name: string): Promise<Paired> {
  const params = { header: { 'X-Pairing-Request': 'true' } };
  const found = await ok(api.POST('/api/v1/pair', { params, body: { code } }));
  const device = { id: deviceId(), model: name, platform: 'web' };
  const done = await ok(
    api.POST('/api/v1/auth/pair', {
      body: { device } as Schemas['PairInput'],
      headers: { Authorization: `Bearer ${found.bootstrapToken}` },
    }),
  );
  const { accessToken: token, expiresIn, status } = done;
  return { token, expiresIn, pending: status === 'pending' };
}

export function appsOf(token: string): Promise<Schemas['AppView'][]> {
  return ok(api.GET('/api/v1/apps', { headers: { Authorization: `Bearer ${token}` } }));
}
