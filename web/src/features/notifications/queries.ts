import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, ok, type Schemas } from '~/api/client';
import { queryClient } from '~/api/queries';
import { complain } from '~/ui/toasts';
import type { WebhookBody } from './webhook';

export type Notification = Schemas['NotificationView'];
export type Channel = Schemas['ChannelView'];
export type Rule = Schemas['RuleView'];

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: () => ok(api.GET('/api/v1/notifications', { params: { query: { limit: 200 } } })),
});

export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: () => ok(api.GET('/api/v1/notifications/channels')),
});

export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: () => ok(api.GET('/api/v1/notifications/rules')),
});

const reread = (...keys: string[]) => {
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
};

export function useSend() {
  return useMutation({
    mutationFn: (body: Schemas['ReportedActivity']) =>
      ok(api.POST('/api/v1/webhooks/activity', { body })),
    onSuccess: () => reread('notifications', 'activity'),
  });
}

export function useNotify() {
  return useMutation({
    mutationFn: (body: WebhookBody) =>
      // The generated type of `data` allows no member.
      ok(api.POST('/api/v1/webhooks/notify', { body: body as never })),
    onSuccess: () => reread('notifications'),
  });
}

export function useRetry(id: number) {
  return useMutation({
    mutationFn: () =>
      ok(api.POST('/api/v1/notifications/{id}/retry', { params: { path: { id } } })),
    onSuccess: () => reread('notifications'),
    onError: complain,
  });
}

export function useDismiss(id: number) {
  return useMutation({
    mutationFn: () => ok(api.DELETE('/api/v1/notifications/{id}', { params: { path: { id } } })),
    onSuccess: () => reread('notifications'),
    onError: complain,
  });
}

export function useClearDelivered() {
  return useMutation({
    mutationFn: () => ok(api.DELETE('/api/v1/notifications/delivered')),
    onSuccess: () => reread('notifications'),
    onError: complain,
  });
}

export function useAddChannel() {
  return useMutation({
    mutationFn: (body: Schemas['ChannelInput']) =>
      ok(api.POST('/api/v1/notifications/channels', { body })),
    onSuccess: () => reread('channels'),
  });
}

export function useChangeChannel(channelId: string) {
  return useMutation({
    mutationFn: (body: Schemas['ChannelInput']) => {
      const params = { path: { channelId } };
      return ok(api.PUT('/api/v1/notifications/channels/{channelId}', { params, body }));
    },
    onSuccess: () => reread('channels'),
    onError: complain,
  });
}

export function useTestChannel(channelId: string) {
  return useMutation({
    mutationFn: () => {
      const params = { path: { channelId } };
      return ok(api.POST('/api/v1/notifications/channels/{channelId}/test', { params }));
    },
    onSettled: () => reread('channels'),
    onError: complain,
  });
}

export function useDeleteChannel(channelId: string) {
  return useMutation({
    mutationFn: () => {
      const params = { path: { channelId } };
      return ok(api.DELETE('/api/v1/notifications/channels/{channelId}', { params }));
    },
    onSuccess: () => reread('channels'),
    onError: complain,
  });
}

/** Without an id, a new one is made. */
export function useSaveRule(ruleId?: string) {
  return useMutation({
    mutationFn: (body: Schemas['RuleInput']) => {
      if (ruleId === undefined) return ok(api.POST('/api/v1/notifications/rules', { body }));
      const params = { path: { ruleId } };
      return ok(api.PUT('/api/v1/notifications/rules/{ruleId}', { params, body }));
    },
    onSuccess: () => reread('rules'),
  });
}

export function useDeleteRule(ruleId: string) {
  return useMutation({
    mutationFn: () => {
      const params = { path: { ruleId } };
      return ok(api.DELETE('/api/v1/notifications/rules/{ruleId}', { params }));
    },
    onSuccess: () => reread('rules'),
    onError: complain,
  });
}
