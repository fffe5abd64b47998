/** The password or a passkey before a long break. */
import { ConfirmPasswordDialog } from '../../shared/forms/confirm-password-dialog.tsx';
import type { Proof } from '../../shared/forms/use-proof-form.ts';
import { pageTexts } from '../../shared/i18n/page-texts.ts';
import type texts from './messages/break/en.json';

const useTexts = pageTexts<typeof texts>({
  en: () => import('./messages/break/en.json'),
  es: () => import('./messages/break/es.json'),
});

interface BreakDialogProps {
  /** Of the button that was pressed. */
  label: string;
  send: (proof: Proof) => Promise<unknown>;
  onClose: () => void;
}

export default function BreakDialog({ label, send, onClose }: BreakDialogProps) {
  const t = useTexts();
  return (
    <ConfirmPasswordDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('limits.break')}
      description={t('limits.confirmText')}
      label={label}
      busyLabel={t('limits.taking')}
      send={send}
      onDone={onClose}
    />
  );
}
