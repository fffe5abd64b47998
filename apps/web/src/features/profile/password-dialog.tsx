/** A new password, twice. Where the sign-in is not recent, the server wants the current one too. */
import { userSchema } from '@fairground/contract/user';
import { useState } from 'react';
import { isApiError } from '../../shared/api/api-error.ts';
import { request } from '../../shared/api/request.ts';
import { useT, type MessageKey } from '../../shared/i18n/i18n.ts';
import { setUser } from '../../entities/session/session.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { FormFailure, SubmitButton } from '../../shared/ui/form-parts.tsx';
import { isTooShort, text, useErrorTexts } from '../../shared/ui/form-values.ts';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { useForm, type FieldErrors } from '../../shared/ui/use-form.ts';
import { passwordStrength, type Strength } from './password-strength.ts';

interface PasswordDialogProps {
  username: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Change {
  username: string;
  newPassword: string;
  currentPassword?: string;
}

export function PasswordDialog({ username, open, onOpenChange }: PasswordDialogProps) {
  const t = useT();
  const texts = useErrorTexts();
  const [password, setPassword] = useState('');
  const [wantsCurrent, setWantsCurrent] = useState(false);
  const strength = passwordStrength(password);

  const { submit, errors, failure, busy } = useForm<Change>({
    read: (data) => {
      const newPassword = text(data, 'newPassword');
      const currentPassword = text(data, 'currentPassword');
      const found: FieldErrors = {};
      if (isTooShort(newPassword)) found['newPassword'] = texts.short;
      if (newPassword !== text(data, 'confirm')) found['confirm'] = texts.match;
      if (wantsCurrent && currentPassword === '') found['currentPassword'] = texts.required;
      return {
        values: { username, newPassword, ...(wantsCurrent ? { currentPassword } : {}) },
        errors: found,
      };
    },
    send: async (body) => {
      try {
        setUser(await request('/user/update', { method: 'POST', body, answer: userSchema }));
      } catch (error) {
        if (isApiError(error) && error.code === 'reauthentication_required') setWantsCurrent(true);
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
      setPassword('');
      setWantsCurrent(false);
      onOpenChange(false);
    },
  });

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('profile.changePassword')}
      description={t('profile.changePasswordText')}
      className="max-w-[460px]"
    >
      <form onSubmit={submit} noValidate method="post" className="grid gap-4">
        {/* Lets a password manager know whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        {wantsCurrent ? (
          <PasswordField
            label={t('profile.currentPassword')}
            name="currentPassword"
            autoComplete="current-password"
            required
            error={errors['currentPassword']}
          />
        ) : null}
        <PasswordField
          label={t('auth.newPassword')}
          name="newPassword"
          autoComplete="new-password"
          required
          minLength={8}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          hint={<StrengthLabel strength={strength} />}
          error={errors['newPassword']}
        />
        <PasswordField
          label={t('profile.confirmPassword')}
          name="confirm"
          autoComplete="new-password"
          required
          minLength={8}
          error={errors['confirm']}
        />
        <FormFailure text={failure} />
        <SubmitButton busy={busy} label={t('auth.save')} busyLabel={t('auth.saving')} />
      </form>
    </Dialog>
  );
}

const strengthLabels: Record<Exclude<Strength, 'none'>, { label: MessageKey; look: string; bars: number }> = {
  weak: { label: 'profile.weak', look: 'text-loss', bars: 1 },
  medium: { label: 'profile.medium', look: 'text-coin', bars: 2 },
  strong: { label: 'profile.strong', look: 'text-win', bars: 3 },
};

function StrengthLabel({ strength }: { strength: Strength }) {
  const t = useT();
  if (strength === 'none') return <>{t('auth.passwordHint')}</>;
  const { label, look, bars } = strengthLabels[strength];
  return (
    <span className={`flex items-center gap-2 ${look}`}>
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={`h-1.5 w-7 rounded-full ${bar <= bars ? 'bg-current' : 'bg-rule'}`} />
        ))}
      </span>
      <span aria-live="polite">
        {t('profile.strength')} <b>{t(label)}</b>
      </span>
    </span>
  );
}
