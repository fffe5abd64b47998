/** What the staff may do to a player. Each act is sent once, and the story is read again after it. */
import { correctAnswer, type PlayerAnswer } from '@fairground/contract/console/players';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { post } from '../shared/call.ts';
import { readForm } from '../shared/form.ts';
import { createKey } from '../shared/key.ts';
import { Failure, Section } from '../shared/parts.tsx';
import { queryClient } from '../shared/session.ts';

type Player = PlayerAnswer['player'];

const refetchStory = (id: string) => queryClient.invalidateQueries({ queryKey: ['player', id] });

export function PlayerActs({ player }: { player: Player }) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <CorrectForm player={player} />
      <SuspendForm player={player} />
      <SignOutButton player={player} />
    </div>
  );
}

function CorrectForm({ player: { id } }: { player: Player }) {
  // A repeat after a lost response is the same correction.
  const [key, setKey] = useState(createKey);
  const sending = useMutation({
    mutationFn: async (given: { amount: number; reason: string }) =>
      correctAnswer.parse(await post(`/players/${id}/correct`, { ...given, key })),
    onSuccess: () => {
      setKey(createKey());
      return refetchStory(id);
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const text = readForm(event.currentTarget);
    const form = event.currentTarget;
    sending.mutate(
      { amount: Number(text('amount')), reason: text('reason') },
      { onSuccess: () => form.reset() },
    );
  }
  return (
    <Section title="Correct coins">
      <form onSubmit={submit} className="grid gap-3">
        <Field
          label="Coins"
          name="amount"
          type="number"
          step={1}
          required
          hint="Above zero gives, below takes. Larger ones wait for another operator."
        />
        <Field label="Reason of the correction" name="reason" required minLength={3} maxLength={500} />
        {sending.error ? <Failure error={sending.error} /> : null}
        {sending.data ? (
          <p role="status">
            {sending.data.state === 'done'
              ? 'Corrected.'
              : 'This waits under Requests until another operator approves it.'}
          </p>
        ) : null}
        <Button type="submit" size="small" busy={sending.isPending}>
          Correct coins
        </Button>
      </form>
    </Section>
  );
}

function SuspendForm({ player: { id, suspension } }: { player: Player }) {
  const suspending = useMutation({
    mutationFn: (given: { reason: string; until: string | null }) => post(`/players/${id}/suspend`, given),
    onSuccess: () => refetchStory(id),
  });
  const lifting = useMutation({
    mutationFn: () => post(`/players/${id}/resume`),
    onSuccess: () => refetchStory(id),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const text = readForm(event.currentTarget);
    const until = text('until');
    suspending.mutate({ reason: text('reason'), until: until === '' ? null : new Date(until).toISOString() });
  }
  const error = suspending.error ?? lifting.error;
  return (
    <Section title={suspension === null ? 'Suspend' : 'Suspension'}>
      {suspension === null ? (
        <form onSubmit={submit} className="grid gap-3">
          <Field
            label="Reason of the suspension"
            name="reason"
            required
            minLength={3}
            maxLength={500}
            hint="The player does not see it, except in an export of their data."
          />
          <Field label="Until" name="until" type="datetime-local" hint="Empty lasts until it is lifted." />
          {error ? <Failure error={error} /> : null}
          <Button type="submit" size="small" variant="danger" busy={suspending.isPending}>
            Suspend and sign out
          </Button>
        </form>
      ) : (
        <>
          {error ? <Failure error={error} /> : null}
          <Button size="small" variant="secondary" busy={lifting.isPending} onClick={() => lifting.mutate()}>
            Lift the suspension
          </Button>
        </>
      )}
    </Section>
  );
}

function SignOutButton({ player: { id } }: { player: Player }) {
  const sending = useMutation({
    mutationFn: () => post(`/players/${id}/sign-out`),
    onSuccess: () => refetchStory(id),
  });
  return (
    <Section title="Sign out">
      {sending.error ? <Failure error={sending.error} /> : null}
      {sending.isSuccess ? <p role="status">All sessions are ended.</p> : null}
      <Button size="small" variant="secondary" busy={sending.isPending} onClick={() => sending.mutate()}>
        Sign out everywhere
      </Button>
    </Section>
  );
}
