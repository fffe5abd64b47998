/** A new password, twice. Where the sign-in is not recent, the server wants the current one or a passkey too. */
import { userSchema } from '@fairground/contract/user';
import { useState } from 'react';
import { isApiError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { type MessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import { setUser } from '@fairground/site-kit/session/session.ts';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { FormFailure, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { PasskeyButton } from '@fairground/site-kit/forms/passkey-button.tsx';
import { useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { loadPasskeys, passkeyButton } from '@fairground/site-kit/forms/use-proof-form.ts';
import { CurrentPasswordField, NewPasswordField } from '@fairground/site-kit/ui/password-field.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { passwordStrength, type Strength } from './password-strength.ts';
import { useTexts } from '../../texts.ts';

const loadSchema = async (button: string) => {
  const { passwordForm, passwordByPasskeyForm } = await import('./form-schemas.ts');
  return button === passkeyButton ? passwordByPasskeyForm : passwordForm;
};

interface PasswordDialogProps {
  username: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function PasswordDialog({ username, open, onOpenChange }: PasswordDialogProps) {
  'use memo';
  const t = useTexts('profile');
  const [wantsCurrent, setWantsCurrent] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('profile.changePassword')}
      description={t('profile.changePasswordText')}
      className="max-w-[460px]"
    >
      <PasswordForm
        username={username}
        wantsCurrent={wantsCurrent}
        onWantsCurrent={setWantsCurrent}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

interface PasswordFormProps {
  username: string;
  wantsCurrent: boolean;
  onWantsCurrent: (wanted: boolean) => void;
  onDone: () => void;
}

const sentences = {
  currentPassword: 'auth.errorRequired',
  newPassword: 'auth.errorShort',
  confirm: 'auth.errorMatch',
} as const;

function PasswordForm({ username, wantsCurrent, onWantsCurrent, onDone }: PasswordFormProps) {
  'use memo';
  const t = useTexts('profile');
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: (name) => sentences[name],
    send: async ({ newPassword, currentPassword }, button) => {
      const proof =
        button === passkeyButton
          ? { passkey: await (await loadPasskeys()).signConfirmation() }
          : { currentPassword };
      const body = { username, newPassword, ...(wantsCurrent ? proof : {}) };
      try {
        setUser(await request('/user/update', { method: 'POST', body, answer: userSchema }));
      } catch (error) {
        if (isApiError(error) && error.code === 'reauthentication_required') onWantsCurrent(true);
        else toast({ title: t('profile.passwordFailed'), variant: 'destructive' });
        throw error;
      }
    },
    onDone: () => {
      toast({
        title: t('profile.updated'),
        description: t('profile.passwordUpdatedText'),
        variant: 'success',
      });
      onWantsCurrent(false);
      onDone();
    },
  });
  const [entered, setEntered] = useState('');
  const strength = passwordStrength(entered);
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      {/* Lets a password manager know whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      {wantsCurrent ? <CurrentPasswordField {...field('currentPassword')} /> : null}
      <NewPasswordField
        label={t('auth.newPassword')}
        hint={<StrengthLabel strength={strength} />}
        onInput={(event) => setEntered(event.currentTarget.value)}
        {...field('newPassword')}
      />
      <NewPasswordField label={t('profile.confirmPassword')} {...field('confirm')} />
      <FormFailure text={failure} />
      <SubmitButton busy={busy} label={t('auth.save')} busyLabel={t('auth.saving')} />
      {wantsCurrent ? <PasskeyButton busy={busy} /> : null}
    </form>
  );
}

const strengthLabels: Record<Exclude<Strength, 'none'>, { label: MessageKey; look: string; bars: number }> = {
  weak: { label: 'profile.weak', look: 'text-loss', bars: 1 },
  medium: { label: 'profile.medium', look: 'text-coin', bars: 2 },
  strong: { label: 'profile.strong', look: 'text-win', bars: 3 },
};

function StrengthLabel({ strength }: { strength: Strength }) {
  const t = useTexts('profile');
  if (strength === 'none') return <span>{t('auth.passwordHint')}</span>;
  const { label, look, bars } = strengthLabels[strength];
  return (
    <span className={`flex items-center gap-2 ${look}`}>
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={`h-1.5 w-7 rounded-full ${bar <= bars ? 'bg-current' : 'bg-rule'}`} />
        ))}
      </span>
      <span aria-live="polite">
        <span>{t('profile.strength')}</span> <b>{t(label)}</b>
      </span>
    </span>
  );
}
