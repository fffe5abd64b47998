/**
 * Before a break: until when it lasts, and that nobody can end it early. A long one takes the password or a passkey
 * too.
 */
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { ConfirmPasswordDialog } from '@fairground/site-kit/forms/confirm-password-dialog.tsx';
import type { Proof } from '@fairground/site-kit/forms/use-proof-form.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { FormFailure } from '@fairground/site-kit/ui/form-parts.tsx';
import { useTexts } from '../../texts.ts';

interface BreakDialogProps {
  /** The text of the button that was pressed. */
  label: string;
  until: string;
  /** The server knows which break is long: it refuses one without a proof. */
  needsProof: boolean;
  busy: boolean;
  failure: unknown;
  onConfirm: () => void;
  send: (proof: Proof) => Promise<unknown>;
  onClose: () => void;
}

export default function BreakDialog(props: BreakDialogProps) {
  'use memo';
  const { label, until, needsProof, busy, failure, onConfirm, send, onClose } = props;
  const t = useTexts('break');
  const { formatMoment } = useFormat();
  const onOpenChange = (open: boolean): void => {
    if (!open) onClose();
  };
  const end = t('limits.willEnd', { at: formatMoment(until) });
  if (needsProof)
    return (
      <ConfirmPasswordDialog
        open
        onOpenChange={onOpenChange}
        title={t('limits.break')}
        description={`${end} ${t('limits.confirmText')}`}
        label={label}
        busyLabel={t('limits.taking')}
        send={send}
        onDone={onClose}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t('limits.break')}
      description={`${end} ${t('limits.noEarlyEnd')}`}
      className="max-w-[460px]"
    >
      <FormFailure text={failure === null ? null : readableError(failure, t('error.unexpected'))} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={onConfirm}>
          {label}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t('limits.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
