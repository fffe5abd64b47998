/** /register, with the invitation of a player (`?ref=`) or of the operator (`?invitation=`) when there is one. */
import './page-texts.ts';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from '@fairground/site-kit/router/router.tsx';
import { useFacts } from '../../games/use-facts.ts';
import { isApiError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { withRetries } from '@fairground/site-kit/api/retry.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { register, useUser } from '@fairground/site-kit/session/session.ts';
import { Checkbox, Field, UsernameField } from '@fairground/site-kit/ui/field.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { GuestOffer } from '@fairground/site-kit/guest/guest-offer.tsx';
import { AuthCard } from './auth-card.tsx';
import { FormFailure, linkClass, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { trimmed, useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { PasswordField } from '@fairground/site-kit/ui/password-field.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { returnPath } from './return-path.ts';

const loadSchema = async () => (await import('./form-schemas.ts')).registerForm;

const sentences = {
  username: 'auth.errorUsername',
  email: 'auth.errorEmail',
  password: 'auth.errorShort',
  adult: 'auth.errorAdult',
  ref: 'error.unexpected',
  invitation: 'error.unexpected',
} as const;

export function RegisterPage() {
  'use memo';
  const t = useT();
  const user = useUser();
  const { state } = useLocation() as { state: unknown };
  const ref = useReference();
  const [query] = useSearchParams();
  const invitation = query.get('invitation')?.slice(0, 64);
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: (name) => sentences[name],
    // The server answers the same for a name and for an address, so both are marked.
    fieldOf: (refusal) =>
      isApiError(refusal) && refusal.code === 'already_taken' && refusal.errors.length === 0
        ? [
            { field: 'username', sentence: 'auth.errorTaken' },
            { field: 'email', sentence: 'auth.errorTaken' },
          ]
        : null,
    send: async (values) => {
      const { user: created, referral } = await register({
        ...values,
        ...(ref === null ? {} : { ref }),
        ...(invitation ? { invitation } : {}),
      });
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
      <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
        <UsernameField {...field('username', trimmed)} />
        <Field
          label={t('auth.email')}
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          {...field('email', trimmed)}
        />
        <PasswordField
          label={t('auth.password')}
          autoComplete="new-password"
          required
          minLength={8}
          hint={t('auth.passwordHint')}
          {...field('password')}
        />
        <Checkbox label={t('auth.adult')} required {...field('adult')} />
        <FormFailure text={failure} />
        <SubmitButton busy={busy} label={t('auth.register')} busyLabel={t('auth.registering')} />
        <p className="flex flex-wrap items-center gap-x-2">
          {t('auth.haveAccount')}
          <Link to="/login" state={state} className={`inline-flex min-h-11 items-center ${linkClass}`}>
            {t('nav.login')}
          </Link>
        </p>
      </form>
      <Perforation className="my-6" />
      <div className="grid gap-3">
        <GuestOffer className="w-full" />
      </div>
    </AuthCard>
  );
}

/** Keeps its height whether or not an invitation and the number of coins have arrived. */
function Lead({ reference }: { reference: string | null }) {
  const t = useT();
  const { formatCoins } = useFormat();
  const { config } = useFacts();
  const coins = config?.bonuses.signupCoins;
  const invitation = useInvitation(reference);
  if (reference !== null)
    return (
      <div className="min-h-18" role="status">
        {invitation === 'unknown' ? (
          <>
            <p className="font-bold text-text">{t('auth.referralUnknown')}</p>
            <p>{t('auth.referralUnknownText')}</p>
          </>
        ) : (
          <>
            <p className="font-bold break-all text-text">
              {invitation === 'unchecked'
                ? t('auth.referral', { ref: reference })
                : t('auth.referralBy', { referrer: invitation.username })}
            </p>
            {invitation === 'unchecked' ? null : <p>{t('auth.referralText')}</p>}
          </>
        )}
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

/** Coins are promised only for an invitation that the server knows. */
function useInvitation(reference: string | null): { username: string } | 'unknown' | 'unchecked' {
  const [checked, setChecked] = useState<{ reference: string; referral: { username: string } | null }>();
  useEffect(() => {
    if (reference === null) return undefined;
    let isShown = true;
    // Without an answer the invitation stays unchecked, which promises nothing.
    withRetries(() => fetchInvitation(reference)).then(
      ({ referral }) => isShown && setChecked({ reference, referral }),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [reference]);
  if (checked?.reference !== reference) return 'unchecked';
  return checked.referral ?? 'unknown';
}

async function fetchInvitation(reference: string) {
  const { invitationAnswer } = await import('@fairground/contract/auth');
  return request(`/auth/invitation/${encodeURIComponent(reference)}`, { answer: invitationAnswer });
}

/** The page is prerendered without a query, so the reference appears once the page is live. */
function useReference(): string | null {
  'use memo';
  const [query] = useSearchParams();
  const hydrated = useHydrated();
  const ref = query.get('ref')?.trim().toLowerCase().slice(0, 64) ?? '';
  return hydrated && ref !== '' ? ref : null;
}
