/** Asks an owner for their password again, before something that a session alone is not enough for. */
import { isApiError } from '../api/api-error.ts';
import { useT } from '../i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFailure } from '../ui/form-parts.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useContractForm } from './use-contract-form.ts';

const loadSchema = async () => (await import('@fairground/contract/user')).closeAccountBody;

interface ConfirmPasswordProps {
  label: string;
  busyLabel: string;
  variant?: 'primary' | 'danger';
  send: (password: string) => Promise<unknown>;
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
  const t = useT();
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: () => 'auth.errorRequired',
    send: ({ password }) => send(password),
    fieldOf: (refusal) =>
      isApiError(refusal) && refusal.code === 'wrong_credentials'
        ? { field: 'password', sentence: 'profile.wrongPassword' }
        : null,
    onDone,
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      <PasswordField
        label={t('profile.currentPassword')}
        autoComplete="current-password"
        required
        {...field('password')}
      />
      <FormFailure text={failure} />
      <Button type="submit" variant={variant} size="large" busy={busy}>
        {busy ? busyLabel : label}
      </Button>
    </form>
  );
}
