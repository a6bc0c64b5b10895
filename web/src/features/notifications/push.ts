// Notifications that reach this browser while no page is open: a channel whose receiver is the
// browser itself (Web Push). The gateway never shows the address again, so the browser remembers
// which channel is its own.
import { api, ok, type Schemas } from '~/api/client';
import { browserName } from '~/lib/browserName';
import { t } from '~/lib/i18n';
import { prefs, setPrefs } from '~/lib/prefs';

const worker = () => navigator.serviceWorker?.getRegistration('/_gh/');

/** Whether the browser can do it: it must trust the certificate, and have a way to be reached. */
export async function canPush(): Promise<boolean> {
  if (!('Notification' in globalThis) || !('PushManager' in globalThis)) return false;
  return (await worker()) !== undefined;
}

/** Makes this browser a channel. */
export async function startPush(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error(t('notifications.push.denied'));
  }
  const manager = (await worker())?.pushManager;
  if (!manager) throw new Error(t('notifications.push.impossible'));
  const { publicKey } = await ok(api.GET('/api/v1/notifications/push-key'));
  // One that was made with another key would never get anything.
  await (await manager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint, keys } = (await manager.subscribe(options)).toJSON();
  const name = browserName(navigator.userAgent) ?? t('notifications.kind.webpush');
  const settings = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } as Schemas['Details'];
  const body = { type: 'webpush', name, settings };
  const channel = await ok(api.POST('/api/v1/notifications/channels', { body }));
  setPrefs({ pushChannel: channel.id });
}

export async function stopPush(): Promise<void> {
  const channelId = prefs().pushChannel;
  if (channelId) {
    const params = { path: { channelId } };
    await ok(api.DELETE('/api/v1/notifications/channels/{channelId}', { params }));
  }
  await (await (await worker())?.pushManager.getSubscription())?.unsubscribe();
  setPrefs({ pushChannel: null });
}
