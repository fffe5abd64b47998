/** /register, with the invitation of `?ref=` when there is one. */
import type { RegisterBody } from '@fairground/contract/auth';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { useFacts } from '../../games/use-facts.ts';
import { useFormat } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { register, useUser } from '../../entities/session/session.ts';
import { Checkbox, Field } from '../../shared/ui/field.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { AuthCard } from './auth-card.tsx';
import { FormFailure, linkClass, SubmitButton } from '../../shared/ui/form-parts.tsx';
import {
  isTooShort,
  looksLikeEmail,
  looksLikeUsername,
  text,
  useErrorTexts,
} from '../../shared/ui/form-values.ts';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { useHydrated } from '../../shared/ui/use-hydrated.ts';
import { returnPath } from './return-path.ts';
import { useForm, type FieldErrors } from '../../shared/ui/use-form.ts';

export function RegisterPage() {
  const t = useT();
  const user = useUser();
  const { state } = useLocation() as { state: unknown };
  const ref = useReference();
  const texts = useErrorTexts();
  const { submit, errors, failure, busy } = useForm<RegisterBody>({
    read: (data) => {
      const values: RegisterBody = {
        username: text(data, 'username').trim(),
        email: text(data, 'email').trim(),
        password: text(data, 'password'),
        adult: true,
        ...(ref === null ? {} : { ref }),
      };
      const found: FieldErrors = {};
      if (!looksLikeUsername(values.username)) found['username'] = texts.username;
      if (!looksLikeEmail(values.email)) found['email'] = texts.email;
      if (isTooShort(values.password)) found['password'] = texts.short;
      if (data.get('adult') === null) found['adult'] = texts.adult;
      return { values, errors: found };
    },
    send: async (values) => {
      const { user: created, referral } = await register(values);
      toast({
        title: t('auth.welcome', { username: created.username }),
        variant: 'success',
        ...(referral ? { description: t('auth.welcomeReferral', { referrer: referral.username }) } : {}),
      });
    },
  });

  if (user) return <Navigate to={returnPath(state)} replace />;
  return (
    <AuthCard title={t('auth.registerTitle')} lead={<Lead reference={ref} />}>
      <form onSubmit={submit} noValidate method="post" className="grid gap-4">
        <Field
          label={t('auth.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={20}
          hint={t('auth.usernameHint')}
          error={errors['username']}
        />
        <Field
          label={t('auth.email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          error={errors['email']}
        />
        <PasswordField
          label={t('auth.password')}
          name="password"
          autoComplete="new-password"
          required
          minLength={8}
          hint={t('auth.passwordHint')}
          error={errors['password']}
        />
        <Checkbox label={t('auth.adult')} name="adult" required error={errors['adult']} />
        <FormFailure text={failure} />
        <SubmitButton busy={busy} label={t('auth.register')} busyLabel={t('auth.registering')} />
        <p className="flex flex-wrap items-center gap-x-2">
          {t('auth.haveAccount')}
          <Link to="/login" state={state} className={`inline-flex min-h-11 items-center ${linkClass}`}>
            {t('nav.login')}
          </Link>
        </p>
      </form>
    </AuthCard>
  );
}

/** Keeps its height whether or not an invitation and the number of coins have arrived. */
function Lead({ reference }: { reference: string | null }) {
  const t = useT();
  const { formatCoins } = useFormat();
  const { config } = useFacts();
  const coins = config?.bonuses.signupCoins;
  if (reference !== null)
    return (
      <div className="min-h-18">
        <p className="font-bold break-all text-text">{t('auth.referral', { ref: reference })}</p>
        <p>{t('auth.referralText')}</p>
      </div>
    );
  return (
    <p className="min-h-18">
      {coins === undefined
        ? t('auth.registerLead')
        : t('auth.registerLeadCoins', { coins: formatCoins(coins) })}
    </p>
  );
}

/** The page is prerendered without a query, so the reference appears once the page is live. */
function useReference(): string | null {
  const [query] = useSearchParams();
  const hydrated = useHydrated();
  const ref = query.get('ref')?.trim().toLowerCase().slice(0, 64) ?? '';
  return hydrated && ref !== '' ? ref : null;
}
