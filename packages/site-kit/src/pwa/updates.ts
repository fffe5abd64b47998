/**
 * Registers the service worker, and knows when a new version of the site waits. It takes over only when the
 * visitor agrees: nothing is reloaded under a game.
 */
import { createStore, useStore } from '../store/store.ts';
import { isReplaced } from './replaced.ts';

const checkEveryMs = 60 * 60_000;

const waiting = createStore<ServiceWorker | null>(null);
let accepted = false;
/** The files of this page are gone. */
const outdated = createStore(false);

/** After a file did not arrive: offers the new version, where there is one. */
export async function offerWhenReplaced(): Promise<void> {
  if (await isReplaced()) outdated.set(true);
}

export async function watchForUpdates(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  waiting.set(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      // The first worker of all replaces nothing, so there is nothing to offer.
      if (coming.state === 'installed' && navigator.serviceWorker.controller) waiting.set(coming);
    });
  });
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (accepted) location.reload();
  });
  const check = (): void => void registration.update().catch(() => undefined);
  setInterval(check, checkEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
}

/** Lets the new version take over, and reloads with it. */
export function acceptUpdate(): void {
  const worker = waiting.get();
  if (worker === null) return location.reload();
  accepted = true;
  worker.postMessage('take over');
}

export function declineUpdate(): void {
  waiting.set(null);
  outdated.set(false);
}

export function useUpdateWaits(): boolean {
  const isOutdated = useStore(outdated);
  return useStore(waiting) !== null || isOutdated;
}
