/** New recovery codes, or no second factor any more: both take the password or a passkey, and a code. */
import { recoveryCodesAnswer } from '@fairground/contract/second-factors';
import { useState } from 'react';
import { isApiError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { PasskeyButton } from '@fairground/site-kit/forms/passkey-button.tsx';
import { trimmed } from '@fairground/site-kit/forms/use-contract-form.ts';
import { isWrongPassword, useProofForm } from '@fairground/site-kit/forms/use-proof-form.ts';
import type { MessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure } from '@fairground/site-kit/ui/form-parts.tsx';
import { CurrentPasswordField } from '@fairground/site-kit/ui/password-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useTexts } from '../../texts.ts';

const loadSchema = async () => (await import('./form-schemas.ts')).factorProofForm;

interface CodeProofDialogProps {
  kind: 'codes' | 'remove';
  open: boolean;
  onClose: () => void;
  /** After the removal; new codes are shown here. */
  onDone: () => void;
}

export function CodeProofDialog({ kind, open, onClose, onDone }: CodeProofDialogProps) {
  'use memo';
  const t = useTexts('second-factors');
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = (): void => {
    setCodes(null);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={t(
        codes !== null ? 'factors.codesTitle' : kind === 'codes' ? 'factors.newCodes' : 'factors.remove',
      )}
      className="max-w-[460px]"
    >
      {codes === null ? (
        <CodeProofForm kind={kind} onCodes={setCodes} onDone={onDone} />
      ) : (
        <RecoveryCodes codes={codes} onStored={close} />
      )}
    </Dialog>
  );
}

interface CodeProofFormProps extends Pick<CodeProofDialogProps, 'kind' | 'onDone'> {
  onCodes: (codes: string[]) => void;
}

function CodeProofForm({ kind, onCodes, onDone }: CodeProofFormProps) {
  'use memo';
  const t = useTexts('second-factors');
  const { onSubmit, field, failure, busy } = useProofForm({
    schema: loadSchema,
    sentenceOf: () => 'auth.errorRequired',
    async send(body) {
      if (kind === 'remove') {
        await request('/user/second-factors/authenticator', { method: 'DELETE', body });
        return onDone();
      }
      const answer = recoveryCodesAnswer;
      const { recoveryCodes } = await request('/user/second-factors/recovery-codes', {
        method: 'POST',
        body,
        answer,
      });
      onCodes(recoveryCodes);
    },
    // All are refused with one code; the server names the field of a wrong code.
    fieldOf: (refusal) =>
      isApiError(refusal) && isWrongPassword(refusal)
        ? refusal.errors.some(({ path }) => path === 'code')
          ? { field: 'code', sentence: 'factors.wrongCode' as MessageKey }
          : { field: 'password', sentence: 'profile.wrongPassword' }
        : null,
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      <p className="text-quiet">{t(kind === 'codes' ? 'factors.newCodesText' : 'factors.removeText')}</p>
      <CurrentPasswordField {...field('password')} />
      <Field
        label={t('factors.anyCode')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={24}
        {...field('code', trimmed)}
      />
      <FormFailure text={failure} />
      <Button type="submit" variant={kind === 'remove' ? 'danger' : 'primary'} size="large" busy={busy}>
        {t(busy ? 'factors.wait' : kind === 'remove' ? 'factors.remove' : 'factors.newCodes')}
      </Button>
      <PasskeyButton busy={busy} />
    </form>
  );
}
