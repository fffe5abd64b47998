/** /reset-password?token=…, where the mailed link leads. Works once; every session of the account ends. */
import { useNavigate, useSearchParams } from 'react-router';
import { request } from '../../shared/api/request.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { endSession } from '../../entities/session/session.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { AuthCard } from './auth-card.tsx';
import { FormFailure, SubmitButton } from '../../shared/ui/form-parts.tsx';
import { isTooShort, text, useErrorTexts } from '../../shared/ui/form-values.ts';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { useForm, type FieldErrors } from '../../shared/ui/use-form.ts';

export function ResetPasswordPage() {
  const t = useT();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const texts = useErrorTexts();
  const { submit, errors, failure, busy } = useForm<{ newPassword: string }>({
    read: (data) => {
      const newPassword = text(data, 'newPassword');
      const found: FieldErrors = {};
      if (isTooShort(newPassword)) found['newPassword'] = texts.short;
      else if (newPassword !== text(data, 'confirm')) found['confirm'] = texts.match;
      return { values: { newPassword }, errors: found };
    },
    send: ({ newPassword }) =>
      request('/auth/reset-password', { method: 'POST', body: { token, newPassword } }),
    onDone: () => {
      endSession();
      toast({ title: t('auth.resetDone'), description: t('auth.resetDoneText'), variant: 'success' });
      void navigate('/login', { replace: true });
    },
  });

  if (token === '')
    return (
      <AuthCard title={t('auth.resetTitle')} lead={t('auth.noToken')}>
        <ButtonLink to="/forgot-password" className="w-full">
          {t('auth.askAgain')}
        </ButtonLink>
      </AuthCard>
    );
  return (
    <AuthCard title={t('auth.resetTitle')} lead={t('auth.resetLead')}>
      <form onSubmit={submit} noValidate method="post" className="grid gap-4">
        <PasswordField
          label={t('auth.newPassword')}
          name="newPassword"
          autoComplete="new-password"
          required
          minLength={8}
          hint={t('auth.passwordHint')}
          error={errors['newPassword']}
        />
        <PasswordField
          label={t('auth.confirmPassword')}
          name="confirm"
          autoComplete="new-password"
          required
          minLength={8}
          error={errors['confirm']}
        />
        <FormFailure text={failure} />
        <SubmitButton busy={busy} label={t('auth.save')} busyLabel={t('auth.saving')} />
      </form>
    </AuthCard>
  );
}
