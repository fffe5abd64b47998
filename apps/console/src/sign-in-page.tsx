/** Name, password, and one-time code or passkey, sent together: no response says which of them is wrong. */
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import KeyRound from '@fairground/site-kit/icons/key-round';
import type { FormEvent } from 'react';
import { CodeField, EntrancePage, NameField, PasswordField } from './shared/credential-fields.tsx';
import { readForm } from './shared/form.ts';
import { Failure } from './shared/parts.tsx';
import { signIn } from './shared/session.ts';

export function SignInPage() {
  const sending = useMutation({ mutationFn: signIn });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    sending.mutate({ ...readNamed(event.currentTarget), code: readForm(event.currentTarget)('code') });
  }
  function submitPasskey(form: HTMLFormElement | null): void {
    // The code is required by the other button alone.
    if (form && ['name', 'password'].every((name) => isFilled(form, name))) sending.mutate(readNamed(form));
  }
  return (
    <EntrancePage title="Sign in">
      <form onSubmit={submit} className="grid gap-4 rounded-panel bg-panel p-5">
        <NameField />
        <PasswordField />
        <CodeField />
        {sending.error ? <Failure error={sending.error} /> : null}
        <Button type="submit" busy={sending.isPending}>
          Sign in
        </Button>
        <Button
          variant="secondary"
          busy={sending.isPending}
          onClick={(event) => submitPasskey(event.currentTarget.form)}
        >
          <KeyRound aria-hidden className="size-5" />
          Use a passkey
        </Button>
      </form>
      <p className="text-14 leading-5 text-quiet">
        For the staff of this site. A session ends after 30 minutes without use.
      </p>
    </EntrancePage>
  );
}

const readNamed = (form: HTMLFormElement): { name: string; password: string } => {
  const text = readForm(form);
  return { name: text('name').toLowerCase(), password: text('password') };
};

/** Shows the browser's message where it is not. */
const isFilled = (form: HTMLFormElement, name: string): boolean => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.reportValidity();
};
