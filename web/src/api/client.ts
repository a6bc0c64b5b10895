import createClient from 'openapi-fetch';
import { t } from '~/lib/i18n';
import { paced } from './pace';
import { offline, problemOf } from './problem';
import type { components, paths } from './schema';
import { currentToken, signedOut } from './session';

export type Schemas = components['schemas'];

const send = paced(async (request) => {
  try {
    return await fetch(request);
  } catch {
    throw offline();
  }
});

export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? 'http://localhost',
  // Signing in and out sets the cookie that opens apps; the API itself takes none.
  credentials: 'same-origin',
  fetch: send,
});

api.use({
  onRequest({ request }) {
    const token = currentToken();
    if (token) request.headers.set('Authorization', `Bearer ${token}`);
    return request;
  },
  onResponse({ request, response }) {
    const used = request.headers.get('Authorization');
    const still = used === `Bearer ${currentToken()}`;
    if (response.status === 401 && used && still) signedOut(t('session.ended'));
  },
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer's content, or a `Problem` thrown. */
export async function ok<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (!response.ok) throw problemOf(response.status, error);
  return data as T;
}
