/** Sets up an authenticator app: the password, the key as QR code and in groups, a first code, the recovery codes. */
import {
  authenticatorSetup,
  recoveryCodesAnswer,
  type AuthenticatorSetup,
} from '@fairground/contract/second-factors';
import { useState } from 'react';
import { isApiError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { PasskeyButton } from '@fairground/site-kit/forms/passkey-button.tsx';
import { trimmed, useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { useProofForm } from '@fairground/site-kit/forms/use-proof-form.ts';
import type { MessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { CurrentPasswordField } from '@fairground/site-kit/ui/password-field.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { QrCode, SetupKey } from '@fairground/site-kit/ui/qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useTexts } from '../../texts.ts';

const loadPasswordSchema = async () => (await import('./form-schemas.ts')).factorPasswordForm;
const loadCodeSchema = async () => (await import('./form-schemas.ts')).factorCodeForm;

const path = '/user/second-factors/authenticator';

type Step =
  | { name: 'password' }
  | { name: 'scan'; setup: AuthenticatorSetup }
  | { name: 'codes'; codes: string[] };

export function SetUpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  'use memo';
  const t = useTexts('second-factors');
  const [step, setStep] = useState<Step>({ name: 'password' });
  const close = (): void => {
    setStep({ name: 'password' });
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={t(step.name === 'codes' ? 'factors.codesTitle' : 'factors.setUp')}
      className="max-w-[460px]"
    >
      {step.name === 'password' ? (
        <PasswordStep onDone={(setup) => setStep({ name: 'scan', setup })} />
      ) : step.name === 'scan' ? (
        <ScanStep
          setup={step.setup}
          onDone={(codes) => {
            toast({ title: t('factors.added'), variant: 'success' });
            setStep({ name: 'codes', codes });
          }}
        />
      ) : (
        <RecoveryCodes codes={step.codes} onStored={close} />
      )}
    </Dialog>
  );
}

function PasswordStep({ onDone }: { onDone: (setup: AuthenticatorSetup) => void }) {
  'use memo';
  const t = useTexts('second-factors');
  const { onSubmit, field, failure, busy } = useProofForm({
    schema: loadPasswordSchema,
    sentenceOf: () => 'auth.errorRequired',
    send: async (body) => onDone(await request(path, { method: 'POST', body, answer: authenticatorSetup })),
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      <p className="text-quiet">{t('factors.passwordText')}</p>
      <CurrentPasswordField {...field('password')} />
      <FormFailure text={failure} />
      <SubmitButton busy={busy} label={t('factors.next')} busyLabel={t('factors.wait')} />
      <PasskeyButton busy={busy} />
    </form>
  );
}

function ScanStep({ setup, onDone }: { setup: AuthenticatorSetup; onDone: (codes: string[]) => void }) {
  'use memo';
  const t = useTexts('second-factors');
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadCodeSchema,
    sentenceOf: () => 'auth.errorRequired',
    async send(body) {
      const { recoveryCodes } = await request(`${path}/confirm`, {
        method: 'POST',
        body,
        answer: recoveryCodesAnswer,
      });
      onDone(recoveryCodes);
    },
    fieldOf: (refusal) =>
      isApiError(refusal) && refusal.code === 'wrong_credentials'
        ? { field: 'code', sentence: 'factors.wrongCode' as MessageKey }
        : null,
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      <p role="status" className="text-quiet">
        {t('factors.scan')}
      </p>
      <QrCode text={setup.uri} label={t('factors.qr')} />
      <p className="grid gap-1">
        <span className="text-14 leading-5 font-bold">{t('factors.key')}</span>
        <SetupKey secret={setup.secret} />
      </p>
      <Field
        label={t('factors.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        maxLength={7}
        {...field('code', trimmed)}
      />
      <FormFailure text={failure} />
      <SubmitButton busy={busy} label={t('factors.confirm')} busyLabel={t('factors.wait')} />
    </form>
  );
}
