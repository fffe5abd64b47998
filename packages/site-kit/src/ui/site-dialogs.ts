/** Which of the site's own dialogs is open: any page may open one, the header shows it. */
import { createStore, useStore } from '../store/store.ts';

/** The id under which the application lists the dialog. */
export type SiteDialog = string;

const open = createStore<SiteDialog | null>(null);

export function openSiteDialog(dialog: SiteDialog): void {
  open.set(dialog);
}

export function closeSiteDialog(): void {
  open.set(null);
}

export const useSiteDialog = (): SiteDialog | null => useStore(open);
