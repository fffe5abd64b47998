/** Taking one's data along, and closing the account for good. */
import { useState } from 'react';
import { apiUrl } from '../../shared/api/endpoints.ts';
import { request } from '../../shared/api/request.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { endSession } from '../../entities/session/session.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { ConfirmPasswordDialog } from '../../shared/forms/confirm-password-dialog.tsx';
import { openSiteDialog } from '../../shared/ui/site-dialogs.ts';
import { toast } from '../../shared/ui/toast.ts';
import { Panel } from '../../shared/ui/panel.tsx';

const downloadExport = async (password: string): Promise<void> =>
  (await import('./download-export.ts')).downloadExport(password);

export function LeavePanel({ isGuest }: { isGuest: boolean }) {
  const t = useT();
  const [asked, setAsked] = useState<'export' | 'close' | null>(null);
  const onOpenChange = (open: boolean): void => {
    if (!open) setAsked(null);
  };
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
      <ConfirmPasswordDialog
        open={asked === 'export'}
        onOpenChange={onOpenChange}
        title={t('profile.export')}
        description={t('profile.exportText')}
        label="profile.export"
        busyLabel="profile.exporting"
        send={downloadExport}
        onDone={() => setAsked(null)}
      />
      <ConfirmPasswordDialog
        open={asked === 'close'}
        onOpenChange={onOpenChange}
        title={t('profile.close')}
        description={t('profile.closeText')}
        label="profile.closeForGood"
        busyLabel="profile.closing"
        variant="danger"
        send={(password) => request('/user/me', { method: 'DELETE', body: { password } })}
        onDone={() => {
          toast({ title: t('profile.closed'), description: t('profile.closedText') });
          // From here the guard leads to the login, as after logging out.
          endSession();
        }}
      />
    </Panel>
  );
}
