/** /register: the form, or why there is none on a site that is not open to everybody. */
import { NeedsScripts } from '@fairground/site-kit/ui/needs-scripts.tsx';
import { Link, Navigate, useLocation } from '@fairground/site-kit/router/router.tsx';
import { register, useUser } from '@fairground/site-kit/session/session.ts';
import { Checkbox, EmailField, UsernameField } from '@fairground/site-kit/ui/field.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { GuestOffer } from '@fairground/site-kit/guest/guest-offer.tsx';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { AuthCard } from './auth-card.tsx';
import { FormFailure, linkClass, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { trimmed, useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { NewPasswordField } from '@fairground/site-kit/ui/password-field.tsx';
import { InvitationLead, useInvitation, useRegistration, type GivenInvitation } from './invitation.tsx';
import { returnPath } from './return-path.ts';
import { useTexts } from '../../texts.ts';

const NoForm = lazyPart(async () => (await import('./no-form.tsx')).NoForm);

const loadSchema = async () => (await import('./form-schemas.ts')).registerForm;

const sentences = {
  username: 'auth.errorUsername',
  email: 'auth.errorEmail',
  password: 'auth.errorShort',
  adult: 'auth.errorAdult',
  ref: 'error.unexpected',
  invitation: 'error.unexpected',
  club: 'error.unexpected',
} as const;

export function RegisterPage() {
  'use memo';
  const t = useTexts('auth');
  const user = useUser();
  const from = returnPath(useLocation());
  const registration = useRegistration();
  const invitation = useInvitation();
  const isInvited = invitation !== null && invitation.answer !== 'unknown';

  if (user) return <Navigate to={from} replace />;
  if (registration === 'closed' || (registration === 'invite' && !isInvited))
    return (
      <AuthCard title={t('auth.registerTitle')} lead={null}>
        <LazyBoundary>
          <NoForm isClosed={registration === 'closed'} isUnknown={invitation !== null} />
        </LazyBoundary>
        <LoginInstead />
      </AuthCard>
    );
  return (
    <AuthCard
      title={t('auth.registerTitle')}
      lead={<InvitationLead invitation={invitation} isNeeded={registration === 'invite'} />}
    >
      <RegisterForm invitation={invitation} />
      <Perforation className="guest-offer my-6" />
      <div className="grid gap-3">
        <GuestOffer className="w-full" />
      </div>
    </AuthCard>
  );
}

function RegisterForm({ invitation }: { invitation: GivenInvitation | null }) {
  'use memo';
  const t = useTexts('auth');
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: (name) => sentences[name],
    send: async (values) => {
      const given = invitation === null ? {} : { [invitation.name]: invitation.code };
      const { user: created, referral } = await register({ ...values, ...given });
      toast({
        title: t('auth.welcome', { username: created.username }),
        variant: 'success',
        ...(referral ? { description: t('auth.welcomeReferral', { referrer: referral.username }) } : {}),
      });
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      <NeedsScripts />
      <UsernameField {...field('username', trimmed)} />
      <EmailField label={t('auth.email')} {...field('email', trimmed)} />
      <NewPasswordField label={t('auth.password')} hint={t('auth.passwordHint')} {...field('password')} />
      <Checkbox label={t('auth.adult')} required {...field('adult')} />
      <FormFailure text={failure} />
      <SubmitButton busy={busy} label={t('auth.register')} busyLabel={t('auth.registering')} />
      <LoginInstead />
    </form>
  );
}

function LoginInstead() {
  const t = useTexts('auth');
  const { state } = useLocation() as { state: unknown };
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {t('auth.haveAccount')}
      <Link to="/login" state={state} className={`inline-flex min-h-11 items-center ${linkClass}`}>
        {t('nav.login')}
      </Link>
    </p>
  );
}
