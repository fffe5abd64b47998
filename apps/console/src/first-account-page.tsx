/** Opens the first account by the link that the site printed: a name, a password, and the authenticator app. */
import { firstAccountAnswer } from '@fairground/contract/console/staff';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { QrCode } from '@fairground/site-kit/ui/qr-code.tsx';
import { useNavigate } from '@fairground/site-kit/router/router.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { post } from './shared/call.ts';
import { CodeField, PasswordField } from './shared/credential-fields.tsx';
import { readForm } from './shared/form.ts';
import { Failure, Pending } from './shared/parts.tsx';
import { signIn } from './shared/session.ts';

export function FirstAccountPage() {
  const [token] = useState(() => location.hash.slice(1));
  const { data: app, error } = useQuery({
    queryKey: ['first-account'],
    queryFn: async () => firstAccountAnswer.parse(await post('/first-account', { token })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-[420px] content-center gap-5 px-4 py-8">
      <title>First account · Fairground console</title>
      <h1 className="text-26 leading-8 font-bold">Fairground console</h1>
      {app ? <FirstAccountForm token={token} app={app} /> : <Pending error={error} />}
      {error ? (
        <ButtonLink to="/" variant="secondary">
          Sign in
        </ButtonLink>
      ) : null}
    </main>
  );
}

function FirstAccountForm({ token, app }: { token: string; app: { secret: string; uri: string } }) {
  const navigate = useNavigate();
  const opening = useMutation({
    mutationFn: async (given: { name: string; password: string; code: string }) => {
      await post('/first-account/add', { token, secret: app.secret, ...given });
      // The account exists: whatever fails now is tried again at the sign-in.
      await signIn(given).catch(() => undefined);
      navigate('/', { replace: true });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const text = readForm(event.currentTarget);
    opening.mutate({ name: text('name').toLowerCase(), password: text('password'), code: text('code') });
  }
  return (
    <form onSubmit={submit} className="grid gap-4 rounded-panel bg-panel p-5">
      <p>This account is an operator&apos;s: it may do everything in the console.</p>
      <Field
        label="Name"
        name="name"
        autoComplete="username"
        autoCapitalize="none"
        required
        maxLength={30}
        hint="The log names you by it."
      />
      <PasswordField autoComplete="new-password" minLength={8} hint="At least 8 characters." />
      <p>Scan this with an authenticator app, or enter the key:</p>
      <QrCode text={app.uri} label="The key as a QR code" />
      <code className="figures text-16 leading-6 wrap-anywhere">
        {(app.secret.match(/.{1,4}/g) ?? []).join(' ')}
      </code>
      <CodeField hint="Each sign-in takes a code." />
      {opening.error ? <Failure error={opening.error} /> : null}
      <Button type="submit" busy={opening.isPending}>
        Open the account
      </Button>
    </form>
  );
}
