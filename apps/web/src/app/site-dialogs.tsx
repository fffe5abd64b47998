/** The dialogs that any page may open, each loaded with its first use. Only players have them. */
import type { DialogProps } from '@fairground/game-kit/web';
import { useEffect, type ComponentType } from 'react';
import { gamesWith } from '../games/list.ts';
import { LazyBoundary, lazyPart } from '../shared/faults/lazy-part.tsx';
import { loadCatalogues } from '../shared/i18n/catalogues.ts';
import { activeLanguage } from '../shared/i18n/language.ts';
import { closeSiteDialog, useSiteDialog } from '../shared/ui/site-dialogs.ts';

const loadAdsDialog = async () => (await import('../features/ads/ads-dialog.tsx')).AdsDialog;
const loadKeepDialog = async () => (await import('../features/guest/keep-dialog.tsx')).KeepDialog;
const loadNoticesDialog = async () => (await import('../features/notices/notices-dialog.tsx')).NoticesDialog;
const loadGuestLogoutDialog = async () => (await import('./guest-logout-dialog.tsx')).GuestLogoutDialog;

const dialogs: readonly (readonly [id: string, Dialog: ComponentType<DialogProps>])[] = [
  ['ads', lazyPart(() => loadWithTexts(loadAdsDialog))],
  ['notices', lazyPart(() => loadWithTexts(loadNoticesDialog))],
  ['keep', lazyPart(() => loadWithTexts(loadKeepDialog))],
  ['guest-logout', lazyPart(() => loadWithTexts(loadGuestLogoutDialog))],
  ...gamesWith('dialog').map(({ id, dialog }) => [id, lazyPart(() => loadWithTexts(dialog.load))] as const),
];

/** A dialog brings its texts along, so that no key is shown in place of words. */
async function loadWithTexts(
  load: () => Promise<ComponentType<DialogProps>>,
): Promise<ComponentType<DialogProps>> {
  const Dialog = await load();
  await loadCatalogues(activeLanguage());
  return Dialog;
}

export function SiteDialogs() {
  'use memo';
  const dialog = useSiteDialog();
  const onOpenChange = (open: boolean): void => {
    if (!open) closeSiteDialog();
  };
  // The next player to sign in does not find the dialog of the previous one.
  useEffect(() => closeSiteDialog, []);
  return (
    <LazyBoundary>
      {dialogs.map(([id, Dialog]) =>
        id === dialog ? <Dialog key={id} open onOpenChange={onOpenChange} /> : null,
      )}
    </LazyBoundary>
  );
}
