/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
import { useEffect, useRef, useState } from 'react';
import { completeLogin } from '@fairground/site-kit/session/session.ts';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { trimmed, useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { useTexts } from '../../texts.ts';

const loadSchema = async () => (await import('./form-schemas.ts')).secondStepForm;

interface SecondStepProps {
  /** The token of the challenge that answered the password. */
  token: string;
  onBeginAgain: () => void;
}

export default function SecondStep({ token, onBeginAgain }: SecondStepProps) {
  'use memo';
  const t = useTexts('second-step');
  const [isRecovery, setRecovery] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);
  const { onSubmit, field, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: () => 'auth.errorRequired',
    async send({ code }) {
      setRefusal(null);
      try {
        await completeLogin({ token, code });
      } catch (error) {
        setRefusal(error);
        throw error;
      }
    },
  });
  // The form takes the place of the one that was sent, whose button had the focus.
  useEffect(() => form.current?.querySelector('input')?.focus(), [isRecovery]);

  const code = isApiError(refusal) ? refusal.code : null;
  const { error, ...input } = field('code', trimmed);
  return (
    <form ref={form} onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      <p id="second-step" className="text-17 leading-6">
        {t(isRecovery ? 'twoStep.leadRecovery' : 'twoStep.lead')}
      </p>
      <Field
        key={String(isRecovery)}
        label={t(isRecovery ? 'twoStep.recoveryCode' : 'twoStep.code')}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize={isRecovery ? 'characters' : 'none'}
        spellCheck={false}
        required
        maxLength={isRecovery ? 24 : 7}
        error={code === 'wrong_credentials' ? t('twoStep.wrong') : error}
        {...input}
      />
      <FormFailure
        text={
          refusal === null || code === 'wrong_credentials'
            ? null
            : code === 'reauthentication_required'
              ? t('twoStep.expired')
              : readableError(refusal, t('error.unexpected'))
        }
      />
      <SubmitButton busy={busy} label={t('auth.login')} busyLabel={t('auth.loggingIn')} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => {
            setRefusal(null);
            setRecovery(!isRecovery);
          }}
        >
          {t(isRecovery ? 'twoStep.useApp' : 'twoStep.useRecovery')}
        </Button>
        <Button variant="quiet" onClick={onBeginAgain}>
          {t('twoStep.again')}
        </Button>
      </div>
    </form>
  );
}
