/**
 * Asks an owner for their password again, or for a passkey, before something that a session alone is not enough for.
 */
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFailure } from '../ui/form-parts.tsx';
import { CurrentPasswordField } from '../ui/password-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useProofForm, type Proof } from './use-proof-form.ts';

const loadSchema = async () => (await import('./proof-schemas.ts')).passwordOnly;

interface ConfirmPasswordProps {
  label: string;
  busyLabel: string;
  variant?: 'primary' | 'danger';
  send: (proof: Proof) => Promise<unknown>;
  onDone: () => void;
}

interface ConfirmPasswordDialogProps extends ConfirmPasswordProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
}

export function ConfirmPasswordDialog({
  open,
  onOpenChange,
  title,
  description,
  ...form
}: ConfirmPasswordDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      className="max-w-[460px]"
    >
      <ConfirmPasswordForm {...form} />
    </Dialog>
  );
}

function ConfirmPasswordForm({ label, busyLabel, variant = 'primary', send, onDone }: ConfirmPasswordProps) {
  'use memo';
  const { onSubmit, field, failure, busy } = useProofForm({
    schema: loadSchema,
    sentenceOf: () => 'auth.errorRequired',
    send,
    onDone,
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      <CurrentPasswordField {...field('password')} />
      <FormFailure text={failure} />
      <Button type="submit" variant={variant} size="large" busy={busy}>
        {busy ? busyLabel : label}
      </Button>
      <PasskeyButton busy={busy} />
    </form>
  );
}
