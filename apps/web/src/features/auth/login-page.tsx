/** /login, with a second step for players who have a second factor. A signed-in player is led on, replacing history. */
import { NeedsScripts } from '@fairground/site-kit/ui/needs-scripts.tsx';
import { useState } from 'react';
import { Link, Navigate, useLocation } from '@fairground/site-kit/router/router.tsx';
import { login, useUser } from '@fairground/site-kit/session/session.ts';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { GuestOffer } from '@fairground/site-kit/guest/guest-offer.tsx';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { useAction } from '@fairground/site-kit/api/use-action.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { AuthCard } from './auth-card.tsx';
import { FormFailure, linkClass, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { PasswordField } from '@fairground/site-kit/ui/password-field.tsx';
import { Restored } from './restored.tsx';
import { returnPath } from './return-path.ts';
import { trimmed, useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { useTexts } from '../../texts.ts';

const SecondStep = lazyPart(async () => (await import('./second-step.tsx')).default);

const signInWithPasskey = async (): Promise<boolean> =>
  (await import('./passkey-login.ts')).signInWithPasskey();

const loadSchema = async () => (await import('./form-schemas.ts')).loginForm;

export function LoginPage() {
  'use memo';
  const t = useTexts('auth');
  const user = useUser();
  const from = returnPath(useLocation());
  const [challenge, setChallenge] = useState<string | null>(null);
  const passkey = useAction(signInWithPasskey);
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: () => 'auth.errorRequired',
    send: async (body) => setChallenge(await login(body)),
  });

  if (user) return <Navigate to={from} replace />;
  if (challenge !== null)
    return (
      <AuthCard title={t('auth.loginTitle')} lead={null}>
        <LazyBoundary fallback={<Skeleton className="h-72 w-full" />}>
          <SecondStep token={challenge} onBeginAgain={() => setChallenge(null)} />
        </LazyBoundary>
      </AuthCard>
    );
  return (
    <AuthCard title={t('auth.loginTitle')} lead={t('auth.loginLead')}>
      <Restored />
      <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
        <NeedsScripts />
        <Field
          label={t('auth.identifier')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
          {...field('identifier', trimmed)}
        />
        <PasswordField
          label={t('auth.password')}
          autoComplete="current-password"
          required
          {...field('password')}
        />
        <p>
          <Link to="/forgot-password" className={`inline-flex min-h-11 items-center ${linkClass}`}>
            {t('auth.forgot')}
          </Link>
        </p>
        <FormFailure
          text={
            failure ??
            (passkey.error === null ? null : readableError(passkey.error, t('error.unexpected'))) ??
            (passkey.data === false ? t('auth.noPasskey') : null)
          }
        />
        <SubmitButton busy={busy} label={t('auth.login')} busyLabel={t('auth.loggingIn')} />
        <Button
          variant="secondary"
          className="w-full"
          busy={passkey.isPending}
          onClick={() => passkey.run(undefined)}
        >
          {t('auth.passkey')}
        </Button>
        <p className="sign-up-offer flex flex-wrap items-center gap-x-2">
          {t('auth.noAccount')}
          <Link to="/register" state={{ from }} className={`inline-flex min-h-11 items-center ${linkClass}`}>
            {t('nav.signUp')}
          </Link>
        </p>
      </form>
      <Perforation className="guest-offer my-6" />
      <div className="grid gap-3">
        <GuestOffer className="w-full" />
      </div>
    </AuthCard>
  );
}
