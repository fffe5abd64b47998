/** Requests to void a round or draw whose result is not decided. Another operator approves it under Requests. */
import type { ConsoleGame } from '@fairground/contract/console/games';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { post } from '../shared/call.ts';
import { formatTime } from '../shared/format.ts';
import { readForm } from '../shared/form.ts';
import { createKey } from '../shared/key.ts';
import { Failure, TextLink } from '../shared/parts.tsx';

export function VoidRound({ game: { game, name = game, rounds } }: { game: ConsoleGame }) {
  // The list is refetched: what was chosen stays, and the server refuses it where its result is decided by then.
  const [chosen, setChosen] = useState<OpenRound | null>(null);
  const open = (rounds ?? []).filter(({ isOpen }) => isOpen === true);
  if (chosen !== null) {
    return (
      <VoidForm
        key={chosen.id}
        game={game}
        round={chosen.id}
        what={textOf(chosen, name)}
        onDone={() => setChosen(null)}
      />
    );
  }
  if (open.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {open.map((round) => (
        <Button key={round.id} size="small" variant="secondary" onClick={() => setChosen(round)}>
          {`Void ${textOf(round, name)}`}
        </Button>
      ))}
    </div>
  );
}

type OpenRound = NonNullable<ConsoleGame['rounds']>[number];

const textOf = ({ at }: OpenRound, name: string): string => `the round of ${formatTime(at)} of ${name}`;

interface VoidFormProps {
  game: string;
  round: string;
  /** The round in words. */
  what: string;
  onDone: () => void;
}

function VoidForm({ game, round, what, onDone }: VoidFormProps) {
  // A repeat after a lost response is the same request.
  const [key] = useState(createKey);
  const sending = useMutation({
    mutationFn: (reason: string) => post(`/games/${game}/rounds/${round}/void`, { reason, key }),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    sending.mutate(readForm(event.currentTarget)('reason'));
  }
  if (sending.isSuccess) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p role="status">
          To void {what} waits under <TextLink to="/requests">Requests</TextLink> for another operator, for an
          hour.
        </p>
        <Button size="small" variant="quiet" onClick={onDone}>
          Close
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="grid max-w-[480px] gap-3">
      <Field
        label={`Reason to void ${what}`}
        name="reason"
        required
        minLength={3}
        maxLength={500}
        hint="Once another operator approves it, every stake that is not settled is refunded."
      />
      {sending.error ? <Failure error={sending.error} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" variant="danger" busy={sending.isPending}>
          Request to void it
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
