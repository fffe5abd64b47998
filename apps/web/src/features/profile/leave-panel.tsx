/** Taking one's data along, and closing the account for good. */
import { useState } from 'react';
import { apiUrl } from '../../shared/api/endpoints.ts';
import { LazyBoundary, lazyPart } from '../../shared/faults/lazy-part.tsx';
import { useT } from '../../shared/i18n/i18n.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { openSiteDialog } from '../../shared/ui/site-dialogs.ts';
import { Panel } from '../../shared/ui/panel.tsx';

const LeaveDialogs = lazyPart(async () => (await import('./leave-dialogs.tsx')).default);

export function LeavePanel({ isGuest }: { isGuest: boolean }) {
  'use memo';
  const t = useT();
  const [asked, setAsked] = useState<'export' | 'close' | null>(null);
  return (
    <Panel title={t('profile.data')}>
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
      {asked === null ? null : (
        <LazyBoundary>
          <LeaveDialogs asked={asked} onClose={() => setAsked(null)} />
        </LazyBoundary>
      )}
    </Panel>
  );
}
