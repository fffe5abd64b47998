/** Creates an access token: what it may do and for how long, the password or a passkey, and then the token, once. */
import type { TokenScope } from '@fairground/contract/tokens';
import { useRef, useState } from 'react';
import { PasskeyButton } from '@fairground/site-kit/forms/passkey-button.tsx';
import { trimmed } from '@fairground/site-kit/forms/use-contract-form.ts';
import { useProofForm } from '@fairground/site-kit/forms/use-proof-form.ts';
import { BotMark } from '@fairground/site-kit/ui/bot-mark.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Choice } from '@fairground/site-kit/ui/choice-group.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure, SubmitButton } from '@fairground/site-kit/ui/form-parts.tsx';
import { CurrentPasswordField } from '@fairground/site-kit/ui/password-field.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { createToken } from './queries.ts';
import { useTexts } from '../../texts.ts';

const loadSchema = async () => (await import('./form-schemas.ts')).tokenForm;

export function CreateDialog({ onClose }: { onClose: () => void }) {
  'use memo';
  const t = useTexts('tokens');
  const [created, setCreated] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t(created === null ? 'tokens.create' : 'tokens.createdTitle')}
      className="max-w-[520px]"
    >
      {created === null ? (
        <CreateForm onCreated={setCreated} />
      ) : (
        <NewToken token={created} onStored={onClose} />
      )}
    </Dialog>
  );
}

const dayChoices = [7, 30, 90, 365];

function CreateForm({ onCreated }: { onCreated: (token: string) => void }) {
  'use memo';
  const t = useTexts('tokens');
  const [scope, setScope] = useState<TokenScope>('read');
  const [days, setDays] = useState(30);
  const { onSubmit, field, failure, busy } = useProofForm({
    schema: loadSchema,
    sentenceOf: () => 'auth.errorRequired',
    send: async (values) => onCreated((await createToken({ ...values, scopes: [scope], days })).token),
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid gap-4">
      <Field
        label={t('tokens.name')}
        hint={t('tokens.nameHint')}
        autoComplete="off"
        required
        maxLength={40}
        {...field('name', trimmed)}
      />
      <Choices
        label={t('tokens.scope')}
        choices={[
          { value: 'read', label: t('tokens.canRead') },
          { value: 'play', label: t('tokens.canPlay') },
        ]}
        chosen={scope}
        onChoose={setScope}
      />
      <p className={cn('text-14 leading-5', scope === 'read' && 'text-quiet')} role="status">
        {scope === 'read' ? (
          t('tokens.readText')
        ) : (
          <>
            <BotMark />
            <span>{` ${t('tokens.playText')}`}</span>
          </>
        )}
      </p>
      <Choices
        label={t('tokens.days')}
        choices={dayChoices.map((value) => ({ value, label: t('tokens.nDays', { n: value }) }))}
        chosen={days}
        onChoose={setDays}
      />
      <CurrentPasswordField {...field('password')} />
      <FormFailure text={failure} />
      <SubmitButton busy={busy} label={t('tokens.create')} busyLabel={t('tokens.wait')} />
      <PasskeyButton busy={busy} />
    </form>
  );
}

interface ChoicesProps<Value> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

function Choices<Value extends string | number>({ label, choices, chosen, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-14 leading-5 font-bold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label: name }) => (
          <Choice key={value} isChosen={value === chosen} onClick={() => onChoose(value)}>
            {name}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

function NewToken({ token, onStored }: { token: string; onStored: () => void }) {
  const t = useTexts('tokens');
  const place = useRef<HTMLElement>(null);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(token);
    } catch {
      // Without permission, or over plain http, it is at least selected for the player to copy.
      if (place.current !== null) getSelection()?.selectAllChildren(place.current);
      return;
    }
    toast({ title: t('tokens.copied'), variant: 'success' });
  }

  return (
    <div className="grid gap-4">
      <p role="status" className="text-quiet">
        {t('tokens.createdText')}
      </p>
      <code ref={place} className="figures rounded-control bg-raised px-4 py-3 font-bold wrap-anywhere">
        {token}
      </code>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          {t('tokens.copy')}
        </Button>
        <Button onClick={onStored}>{t('tokens.stored')}</Button>
      </div>
    </div>
  );
}
