import { expect, it } from 'vitest';
import type { Schemas } from '~/api/client';
import { changesOf, draftOf } from './draft';

const route = {
  routeId: 'tv',
  appId: 'tv',
  to: 'http://10.0.0.1:8096',
  pathBase: '/apps/tv/',
  icon: '',
  scopes: ['access:tv'],
  hostHeader: 'client',
  routingMode: 'path',
  websocket: true,
  stripPrefix: true,
  rewriteHtml: true,
  publicAccess: false,
  cache: false,
  persistCookies: true,
  insecureUpstream: false,
  forwardAuthorization: false,
} as unknown as Schemas['RouteView'];

it('sends nothing where nothing was changed', () => {
  expect(changesOf(draftOf(route), route)).toEqual({});
});

it('sends what was changed and nothing else', () => {
  const draft = { ...draftOf(route), cache: true, scopes: 'access:tv, read:*', to: 'http://b' };
  expect(changesOf(draft, route)).toEqual({
    cache: true,
    scopes: ['access:tv', 'read:*'],
    to: 'http://b',
  });
});

it('sends the health check as a whole', () => {
  const draft = { ...draftOf(route), healthPath: '/ok', healthExpected: '204' };
  expect(changesOf(draft, route)).toEqual({
    healthCheck: { path: '/ok', expectedStatus: 204, disabled: false },
  });
});
