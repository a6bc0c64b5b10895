import type { Schemas } from '~/api/client';
import type { RouteInput } from './changes';

type Route = Schemas['RouteView'];

export const SWITCHES = [
  'websocket',
  'stripPrefix',
  'rewriteHtml',
  'publicAccess',
  'cache',
  'persistCookies',
  'insecureUpstream',
  'forwardAuthorization',
] as const;
export type Switch = (typeof SWITCHES)[number];

/** A route as the form holds it: texts where people write. */
export interface Draft extends Record<Switch, boolean> {
  to: string;
  pathBase: string;
  icon: string;
  scopes: string;
  hostHeader: Route['hostHeader'];
  routingMode: Route['routingMode'];
  subdomain: string;
  containerId: string;
  healthPath: string;
  healthInterval: string;
  healthTimeout: string;
  healthExpected: string;
  healthDisabled: boolean;
}

export function draftOf(route: Route): Draft {
  const check = route.healthCheck ?? {};
  const { websocket, stripPrefix, rewriteHtml, publicAccess, cache } = route;
  const { persistCookies, insecureUpstream, forwardAuthorization } = route;
  return {
    websocket,
    stripPrefix,
    rewriteHtml,
    publicAccess,
    cache,
    persistCookies,
    insecureUpstream,
    forwardAuthorization,
    to: route.to,
    pathBase: route.pathBase,
    icon: route.icon,
    scopes: route.scopes.join(' '),
    hostHeader: route.hostHeader,
    routingMode: route.routingMode,
    subdomain: route.subdomain ?? '',
    containerId: route.containerId ?? '',
    healthPath: check.path ?? '',
    healthInterval: check.interval ?? '',
    healthTimeout: check.timeout ?? '',
    healthExpected: check.expectedStatus ? String(check.expectedStatus) : '',
    healthDisabled: check.disabled ?? false,
  };
}

/** The route as it would be made again. */
export function inputOf(route: Route): RouteInput {
  const { routeId, origin, status, healthInfo, ...input } = route;
  return input;
}

const HEALTH = [
  'healthPath',
  'healthInterval',
  'healthTimeout',
  'healthExpected',
  'healthDisabled',
];

/** What differs from the route as it is; what is left out keeps its value. */
export function changesOf(draft: Draft, route: Route): RouteInput {
  const before = draftOf(route);
  const changed = new Set(
    (Object.keys(draft) as (keyof Draft)[]).filter((key) => draft[key] !== before[key]),
  );
  const body: Record<string, unknown> = {};
  for (const key of changed) {
    if (HEALTH.includes(key)) continue;
    body[key] = key === 'scopes' ? draft.scopes.split(/[\s,]+/).filter(Boolean) : draft[key];
  }
  if (HEALTH.some((key) => changed.has(key as keyof Draft))) {
    body.healthCheck = {
      path: draft.healthPath || undefined,
      interval: draft.healthInterval || undefined,
      timeout: draft.healthTimeout || undefined,
      expectedStatus: draft.healthExpected ? Number(draft.healthExpected) : undefined,
      disabled: draft.healthDisabled,
    };
  }
  return body as RouteInput;
}
