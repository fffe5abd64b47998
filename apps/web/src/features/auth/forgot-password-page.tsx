/** /forgot-password. The answer is the same whether or not the address has an account. */
import { useState } from 'react';
import { NeedsScripts } from '@fairground/site-kit/ui/needs-scripts.tsx';
import { request } from '@fairground/site-kit/api/request.ts';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { EmailField } from '@fairground/site-kit/ui/field.tsx';
import { AuthCard } from './auth-card.tsx';
import { FormFailure, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { trimmed, useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { useTexts } from '../../texts.ts';

const loadSchema = async () => (await import('./form-schemas.ts')).forgotForm;

export function ForgotPasswordPage() {
  'use memo';
  const t = useTexts('auth');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: () => 'auth.errorEmail',
    send: (body) => request('/auth/forgot-password', { method: 'POST', body }),
    onDone: ({ email }) => setSentTo(email),
  });

  if (sentTo !== null)
    return (
      <AuthCard
        title={t('auth.sentTitle')}
        lead={<p role="status">{t('auth.sentText', { email: sentTo })}</p>}
      >
        <ButtonLink to="/login" variant="secondary" className="w-full">
          {t('auth.backToLogin')}
        </ButtonLink>
      </AuthCard>
    );
  return (
    <AuthCard title={t('auth.forgotTitle')} lead={t('auth.forgotLead')}>
      <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
        <NeedsScripts />
        <EmailField label={t('auth.email')} {...field('email', trimmed)} />
        <FormFailure text={failure} />
        <SubmitButton busy={busy} label={t('auth.send')} busyLabel={t('auth.sending')} />
        <ButtonLink to="/login" variant="quiet">
          {t('auth.backToLogin')}
        </ButtonLink>
      </form>
    </AuthCard>
  );
}
