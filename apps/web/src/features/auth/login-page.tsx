/** /login. A signed-in player is led on, replacing history. */
import { Link, Navigate, useLocation } from 'react-router';
import type { LoginBody } from '@fairground/contract/auth';
import { useT } from '../../shared/i18n/i18n.ts';
import { login, useUser } from '../../entities/session/session.ts';
import { Field } from '../../shared/ui/field.tsx';
import { AuthCard } from './auth-card.tsx';
import { FormFailure, linkClass, SubmitButton } from '../../shared/ui/form-parts.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { returnPath } from './return-path.ts';
import { text, useErrorTexts } from '../../shared/ui/form-values.ts';
import { useForm, type FieldErrors } from '../../shared/ui/use-form.ts';

export function LoginPage() {
  const t = useT();
  const user = useUser();
  const { state } = useLocation() as { state: unknown };
  const texts = useErrorTexts();
  const { submit, errors, failure, busy } = useForm<LoginBody>({
    read: (data) => {
      const values = { identifier: text(data, 'identifier').trim(), password: text(data, 'password') };
      const found: FieldErrors = {};
      if (values.identifier === '') found['identifier'] = texts.required;
      if (values.password === '') found['password'] = texts.required;
      return { values, errors: found };
    },
    send: login,
  });

  if (user) return <Navigate to={returnPath(state)} replace />;
  return (
    <AuthCard title={t('auth.loginTitle')} lead={t('auth.loginLead')}>
      <form onSubmit={submit} noValidate method="post" className="grid gap-4">
        <Field
          label={t('auth.identifier')}
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
          error={errors['identifier']}
        />
        <PasswordField
          label={t('auth.password')}
          name="password"
          autoComplete="current-password"
          required
          error={errors['password']}
        />
        <p>
          <Link to="/forgot-password" className={`inline-flex min-h-11 items-center ${linkClass}`}>
            {t('auth.forgot')}
          </Link>
        </p>
        <FormFailure text={failure} />
        <SubmitButton busy={busy} label={t('auth.login')} busyLabel={t('auth.loggingIn')} />
        <p className="flex flex-wrap items-center gap-x-2">
          {t('auth.noAccount')}
          <Link to="/register" state={state} className={`inline-flex min-h-11 items-center ${linkClass}`}>
            {t('nav.signUp')}
          </Link>
        </p>
      </form>
    </AuthCard>
  );
}
