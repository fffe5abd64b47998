/** The dialogs that any page may open, each loaded with its first use. Only players have them. */
import type { DialogProps } from '@fairground/game-kit/web';
import { useEffect, type ComponentType } from 'react';
import { gamesWith } from '../game-parts/list.ts';
import { lazyDialog } from '@fairground/site-kit/faults/lazy-dialog.tsx';
import { closeSiteDialog, useSiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';

const dialogs: readonly (readonly [id: string, Dialog: ComponentType<DialogProps>])[] = [
  ['ads', lazyDialog(async () => (await import('../features/ads/ads-dialog.tsx')).AdsDialog)],
  ['notices', lazyDialog(async () => (await import('../features/notices/notices-dialog.tsx')).NoticesDialog)],
  ['keep', lazyDialog(async () => (await import('../features/guest/keep-dialog.tsx')).KeepDialog)],
  ['guest-logout', lazyDialog(async () => (await import('./guest-logout-dialog.tsx')).GuestLogoutDialog)],
  ...gamesWith('dialog').map(({ id, dialog }) => [id, lazyDialog(dialog.load)] as const),
];

export function SiteDialogs() {
  'use memo';
  const dialog = useSiteDialog();
  const onOpenChange = (open: boolean): void => {
    if (!open) closeSiteDialog();
  };
  // The next player to sign in does not find the dialog of the previous one.
  useEffect(() => closeSiteDialog, []);
  return dialogs.map(([id, Dialog]) =>
    id === dialog ? <Dialog key={id} open onOpenChange={onOpenChange} /> : null,
  );
}
