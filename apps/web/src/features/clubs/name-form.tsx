/** The name of a club: of one that is made, or another one for one's own. */
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure } from '@fairground/site-kit/ui/form-parts.tsx';
import { trimmed, useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { useTexts } from '../../texts.ts';

const loadSchema = async () => (await import('./form-schemas.ts')).clubNameBody;

interface NameFormProps {
  /** The present one. */
  name?: string;
  button: string;
  send: (body: { name: string }) => Promise<unknown>;
}

export function NameForm({ name, button, send }: NameFormProps) {
  'use memo';
  const t = useTexts('clubs');
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: () => 'clubs.nameFault',
    ...(name === undefined ? {} : { values: { name } }),
    send,
  });
  return (
    <form onSubmit={onSubmit} noValidate method="post" className="grid max-w-120 gap-1.5">
      <Field
        label={t('clubs.name')}
        hint={t('clubs.nameHint')}
        autoComplete="off"
        required
        maxLength={40}
        {...field('name', trimmed)}
      />
      <FormFailure text={failure} />
      <Button type="submit" busy={busy} className="justify-self-start">
        {button}
      </Button>
    </form>
  );
}
