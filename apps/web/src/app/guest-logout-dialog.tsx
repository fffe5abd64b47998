/** Before a guest logs out: they cannot sign in again, which the page says once, with both ways open. */
import type { DialogProps } from '@fairground/game-kit/web';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { openSiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';
import { useLogout } from './use-logout.ts';
import { useTexts } from '../texts.ts';

export function GuestLogoutDialog({ open, onOpenChange }: DialogProps) {
  const t = useTexts('guest');
  const logOut = useLogout();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('nav.logout')}
      description={t('guest.logoutText')}
      className="max-w-[460px]"
    >
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => {
            onOpenChange(false);
            logOut();
          }}
        >
          {t('nav.logout')}
        </Button>
        <Button variant="secondary" onClick={() => openSiteDialog('keep')}>
          {t('guest.keep')}
        </Button>
      </div>
    </Dialog>
  );
}
