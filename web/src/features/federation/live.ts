import type { LiveHandlers, Refresh } from '~/api/live/follow';

const peers = (_: unknown, refresh: Refresh) => refresh(['federation'], ['apps']);

export const handlers: LiveHandlers = {
  peer_connected: peers,
  peer_disconnected: peers,
  config_reload: (_: unknown, refresh) => refresh(['federation']),
};
