/** What a guest sees in place of invitations and of a password: the offer to keep the account. */
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { openSiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';
import { useTexts } from '../../texts.ts';

export function KeepPanel() {
  const t = useTexts('profile');
  return (
    <Panel title={t('profile.keepTitle')}>
      <p className="mb-4 text-quiet">{t('profile.keepText')}</p>
      <Button aria-haspopup="dialog" onClick={() => openSiteDialog('keep')}>
        {t('guest.keep')}
      </Button>
    </Panel>
  );
}
