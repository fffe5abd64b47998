/** The password or a passkey before the player's data is downloaded, and before the account is closed. */
import { endSession } from '@fairground/site-kit/session/session.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { ConfirmPasswordDialog } from '@fairground/site-kit/forms/confirm-password-dialog.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { downloadExport } from './download-export.ts';
import { useTexts } from '../../texts.ts';

interface LeaveDialogsProps {
  asked: 'export' | 'close';
  onClose: () => void;
}

export default function LeaveDialogs({ asked, onClose }: LeaveDialogsProps) {
  'use memo';
  const t = useTexts('leave');
  const onOpenChange = (open: boolean): void => {
    if (!open) onClose();
  };
  return asked === 'export' ? (
    <ConfirmPasswordDialog
      open
      onOpenChange={onOpenChange}
      title={t('profile.export')}
      description={t('profile.exportText')}
      label={t('profile.export')}
      busyLabel={t('profile.exporting')}
      send={downloadExport}
      onDone={onClose}
    />
  ) : (
    <ConfirmPasswordDialog
      open
      onOpenChange={onOpenChange}
      title={t('profile.close')}
      description={t('profile.closeText')}
      label={t('profile.closeForGood')}
      busyLabel={t('profile.closing')}
      variant="danger"
      send={(proof) => request('/user/me', { method: 'DELETE', body: proof })}
      onDone={() => {
        toast({ title: t('profile.closed'), description: t('profile.closedText') });
        // From here the guard leads to the login, as after logging out.
        endSession();
      }}
    />
  );
}
