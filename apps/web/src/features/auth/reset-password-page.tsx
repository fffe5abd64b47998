/** /reset-password?mailed=token#token=…, where the mailed link leads. Works once; every session of the account ends. */
import { useNavigate } from '@fairground/site-kit/router/router.tsx';
import { NeedsScripts } from '@fairground/site-kit/ui/needs-scripts.tsx';
import { request } from '@fairground/site-kit/api/request.ts';
import { useMailedToken } from '@fairground/site-kit/page/mailed-token.ts';
import { endSession } from '@fairground/site-kit/session/session.ts';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { AuthCard } from './auth-card.tsx';
import { FormFailure, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { NewPasswordField } from '@fairground/site-kit/ui/password-field.tsx';
import { useTexts } from '../../texts.ts';

const loadSchema = async () => (await import('./form-schemas.ts')).resetForm;

export function ResetPasswordPage() {
  'use memo';
  const t = useTexts('auth');
  const navigate = useNavigate();
  const token = useMailedToken('token');
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: (name) => (name === 'confirm' ? 'auth.errorMatch' : 'auth.errorShort'),
    send: ({ newPassword }) =>
      request('/auth/reset-password', { method: 'POST', body: { token, newPassword } }),
    onDone: () => {
      endSession();
      toast({ title: t('auth.resetDone'), description: t('auth.resetDoneText'), variant: 'success' });
      navigate('/login', { replace: true });
    },
  });

  if (token === null)
    return (
      <AuthCard title={t('auth.resetTitle')} lead={t('auth.noToken')}>
        <ButtonLink to="/forgot-password" className="w-full">
          {t('auth.askAgain')}
        </ButtonLink>
      </AuthCard>
    );
  return (
    <AuthCard title={t('auth.resetTitle')} lead={t('auth.resetLead')}>
      <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
        <NeedsScripts />
        <NewPasswordField
          label={t('auth.newPassword')}
          hint={t('auth.passwordHint')}
          {...field('newPassword')}
        />
        <NewPasswordField label={t('auth.confirmPassword')} {...field('confirm')} />
        <FormFailure text={failure} />
        <SubmitButton busy={busy} label={t('auth.save')} busyLabel={t('auth.saving')} />
      </form>
    </AuthCard>
  );
}
