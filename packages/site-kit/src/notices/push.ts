/** Messages that the browser shows while no page of the site is open. */
import { request } from '../api/request.ts';
import { activeLanguage } from '../i18n/language.ts';

export type PushSupport = 'unsupported' | 'denied' | 'possible';

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** Asks the visitor where they were not asked before. */
export async function turnOnPush(publicKey: string): Promise<PushSupport> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  const body = {
    endpoint,
    keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] },
    language: activeLanguage(),
  };
  await request('/user/push-subscription', { method: 'POST', body });
  return 'possible';
}

export async function hasSubscription(): Promise<boolean> {
  if (pushSupport() !== 'possible') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription().catch(() => null)) != null;
}

export async function turnOffPush(): Promise<void> {
  await request('/user/push-subscription', { method: 'DELETE' });
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
