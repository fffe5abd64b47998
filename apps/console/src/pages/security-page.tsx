/** The caller's own passkeys: each takes the place of the one-time code in a sign-in. */
import { passkeysAnswer, type PasskeyInfo } from '@fairground/contract/passkeys';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { post, read } from '../shared/call.ts';
import { CodeField, PasswordField } from '../shared/credential-fields.tsx';
import { formatTime } from '../shared/format.ts';
import { readForm } from '../shared/form.ts';
import { Failure, Page, Pending, Section } from '../shared/parts.tsx';
import { forgetPasskey } from '@fairground/site-kit/ui/forget-passkey.ts';
import { addPasskey } from '../shared/passkeys.ts';
import { queryClient } from '../shared/session.ts';
import { Table } from '../shared/table.tsx';

const passkeysKey = ['passkeys'];
const refetch = () => queryClient.invalidateQueries({ queryKey: passkeysKey });

export function SecurityPage() {
  const { data, error } = useQuery({
    queryKey: passkeysKey,
    queryFn: () => read(passkeysAnswer, '/passkeys'),
  });
  return (
    <Page title="Security">
      {data ? <Passkeys passkeys={data} /> : <Pending error={error} />}
      <AddPasskey />
    </Page>
  );
}

function Passkeys({ passkeys }: { passkeys: readonly PasskeyInfo[] }) {
  const [removing, setRemoving] = useState<PasskeyInfo | null>(null);
  return (
    <Section title="Your passkeys">
      <Table
        caption="Your passkeys"
        rows={passkeys}
        keyOf={({ id }) => id}
        empty="None yet. You sign in with your password and a code."
        columns={[
          { head: 'Name', cell: ({ name }) => name },
          { head: 'Added', cell: ({ createdAt }) => formatTime(createdAt) },
          {
            head: 'Last used',
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : formatTime(lastUsedAt)),
          },
          {
            head: 'Remove',
            cell: (passkey) => (
              <Button size="small" variant="secondary" onClick={() => setRemoving(passkey)}>
                {`Remove ${passkey.name}`}
              </Button>
            ),
          },
        ]}
      />
      {removing === null ? null : (
        <RemoveForm key={removing.id} passkey={removing} onDone={() => setRemoving(null)} />
      )}
    </Section>
  );
}

function RemoveForm({
  passkey: { id, credentialId, name },
  onDone,
}: {
  passkey: PasskeyInfo;
  onDone: () => void;
}) {
  const removing = useMutation({
    mutationFn: (password: string) => post(`/passkeys/${id}/remove`, { password }),
    onSuccess: async () => {
      await forgetPasskey(credentialId);
      await refetch();
      onDone();
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    removing.mutate(readForm(event.currentTarget)('password'));
  }
  return (
    <form onSubmit={submit} className="grid max-w-[480px] gap-3">
      <PasswordField label={`Password to remove ${name}`} />
      {removing.error ? <Failure error={removing.error} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" variant="danger" busy={removing.isPending}>
          Remove the passkey
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function AddPasskey() {
  const adding = useMutation({ mutationFn: addPasskey, onSuccess: refetch });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const text = readForm(form);
    adding.mutate(
      { name: text('name'), password: text('password'), code: text('code') },
      { onSuccess: () => form.reset() },
    );
  }
  return (
    <Section title="Add a passkey">
      <form onSubmit={submit} className="grid max-w-[480px] gap-3">
        <Field
          label="Name of the passkey"
          name="name"
          required
          maxLength={40}
          autoComplete="off"
          hint="Such as the device that stores it."
        />
        <PasswordField />
        <CodeField hint="A new one: each code is accepted once." />
        {adding.error ? <Failure error={adding.error} /> : null}
        {adding.isSuccess ? <p role="status">The passkey was added.</p> : null}
        <Button type="submit" size="small" busy={adding.isPending}>
          Add a passkey
        </Button>
      </form>
    </Section>
  );
}
