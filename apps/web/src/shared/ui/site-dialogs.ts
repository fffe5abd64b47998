/** Which of the site's own dialogs is open: any page may open one, the header shows it. */
import { useSyncExternalStore } from 'react';

/** The id under which the application lists the dialog. */
export type SiteDialog = string;

let current: SiteDialog | null = null;
const listeners = new Set<() => void>();

export function openSiteDialog(dialog: SiteDialog): void {
  change(dialog);
}

export function closeSiteDialog(): void {
  change(null);
}

export const useSiteDialog = (): SiteDialog | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );

function change(next: SiteDialog | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
