/** Opens the first account by the link that the site printed: a name, a password, and the authenticator app. */
import { firstAccountAnswer } from '@fairground/contract/console/staff';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { QrCode, SetupKey } from '@fairground/site-kit/ui/qr-code.tsx';
import { useNavigate } from '@fairground/site-kit/router/router.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { post } from './shared/call.ts';
import { CodeField, EntrancePage, NameField, PasswordField } from './shared/credential-fields.tsx';
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
    <EntrancePage title="First account">
      {app ? <FirstAccountForm token={token} app={app} /> : <Pending error={error} />}
      {error ? (
        <ButtonLink to="/" variant="secondary">
          Sign in
        </ButtonLink>
      ) : null}
    </EntrancePage>
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
      <NameField hint="The log names you by it." />
      <PasswordField autoComplete="new-password" minLength={8} hint="At least 8 characters." />
      <p>Scan this with an authenticator app, or enter the key:</p>
      <QrCode text={app.uri} label="The key as a QR code" />
      <SetupKey secret={app.secret} />
      <CodeField hint="Each sign-in takes a code." />
      {opening.error ? <Failure error={opening.error} /> : null}
      <Button type="submit" busy={opening.isPending}>
        Open the account
      </Button>
    </form>
  );
}
