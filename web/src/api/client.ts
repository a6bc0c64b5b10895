import createClient from 'openapi-fetch';
import { paced } from './pace';
import { offline, problemOf } from './problem';
import type { components, paths } from './schema';
import { currentToken, sessionEnded, whenBack } from './session';

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

const bearer = () => `Bearer ${currentToken()}`;

/** Signing in, out and on are answered as they are; nobody would wait for them. */
const isAboutSession = ({ url }: Request) =>
  /^\/api\/v1\/auth\/(login|logout|refresh)$/.test(new URL(url).pathname);

api.use({
  onRequest({ request }) {
    if (currentToken()) request.headers.set('Authorization', bearer());
    return request;
  },
  // A request whose token was refused was not carried out: it is sent again after signing in.
  async onResponse({ request, response }) {
    const used = request.headers.get('Authorization');
    if (response.status !== 401 || !used) return;
    if (used === bearer()) sessionEnded();
    if (isAboutSession(request) || !(await whenBack())) return;
    request.headers.set('Authorization', bearer());
    return send(request);
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
