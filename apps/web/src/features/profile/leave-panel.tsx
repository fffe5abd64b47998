/** Taking one's data along, and closing the account for good. */
import { useState } from 'react';
import { apiUrl } from '@fairground/site-kit/api/endpoints.ts';
import { lazyDialog } from '@fairground/site-kit/faults/lazy-dialog.tsx';
import { Button, buttonClass } from '@fairground/site-kit/ui/button.tsx';
import { openSiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { useTexts } from '../../texts.ts';

const LeaveDialogs = lazyDialog(async () => (await import('./leave-dialogs.tsx')).default);

export function LeavePanel({ isGuest }: { isGuest: boolean }) {
  'use memo';
  const t = useTexts('profile');
  const [asked, setAsked] = useState<'export' | 'close' | null>(null);
  return (
    <Panel title={t('profile.leave')}>
      <p className="mb-4 text-quiet">{t(isGuest ? 'profile.guestData' : 'profile.dataText')}</p>
      <div className="flex flex-wrap gap-3">
        {isGuest ? (
          <>
            <a href={apiUrl('/user/export')} download className={buttonClass({ variant: 'secondary' })}>
              {t('profile.export')}
            </a>
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => openSiteDialog('keep')}>
              {t('guest.keep')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setAsked('export')}>
              {t('profile.export')}
            </Button>
            <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsked('close')}>
              {t('profile.close')}
            </Button>
          </>
        )}
      </div>
      {asked === null ? null : <LeaveDialogs asked={asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}
