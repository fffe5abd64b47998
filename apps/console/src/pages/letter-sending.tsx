/** Trying a letter, sending it once, and how far it was sent. */
import type { ConsoleLetter, LetterProgress } from '@fairground/contract/console/letters';
import { Button } from '@fairground/web/shared/ui/button.tsx';
import { Checkbox, Field } from '@fairground/web/shared/ui/field.tsx';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { post } from '../shared/call.ts';
import { ConfirmedAct } from '../shared/confirmed-act.tsx';
import { formatNumber, formatTime } from '../shared/format.ts';
import { readForm } from '../shared/form.ts';
import { Failure, Figures, Section } from '../shared/parts.tsx';
import { queryClient } from '../shared/session.ts';

interface LetterSendingProps {
  letter: ConsoleLetter;
  /** Whether the fields have something that is not saved. */
  isChanged: boolean;
  /** The version in the fields. */
  version: number;
}

export function LetterSending({ letter, isChanged, version }: LetterSendingProps) {
  const { id, state, progress } = letter;
  if (progress === null) {
    return (
      <>
        <TestForm id={id} isChanged={isChanged} />
        <SendForm id={id} version={version} isChanged={isChanged} />
      </>
    );
  }
  return (
    <Section title="Sending">
      <Progress progress={progress} />
      {state === 'sending' || state === 'stopped' ? <Switch id={id} state={state} /> : null}
    </Section>
  );
}

const refetchLetter = (id: string) => queryClient.invalidateQueries({ queryKey: ['letter', id] });

function TestForm({ id, isChanged }: { id: string; isChanged: boolean }) {
  const sending = useMutation({
    mutationFn: (given: { email: string; language: string }) => post(`/letters/${id}/test`, given),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const text = readForm(event.currentTarget);
    sending.mutate({ email: text('email'), language: text('spanish') === 'on' ? 'es' : 'en' });
  }
  return (
    <Section title="Send a test">
      <form onSubmit={submit} className="grid max-w-[480px] gap-3">
        <Field
          label="Your own address"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          hint="Gets the saved text, marked as a test."
        />
        <Checkbox label="In Spanish" name="spanish" />
        {sending.error ? <Failure error={sending.error} /> : null}
        {sending.isSuccess ? <p role="status">The test was mailed.</p> : null}
        <div>
          <Button
            type="submit"
            size="small"
            variant="secondary"
            busy={sending.isPending}
            disabled={isChanged}
          >
            Send a test
          </Button>
        </div>
      </form>
    </Section>
  );
}

function SendForm({ id, version, isChanged }: { id: string; version: number; isChanged: boolean }) {
  const sending = useMutation({
    mutationFn: () => post(`/letters/${id}/send`, { version }),
    onSettled: () => refetchLetter(id),
  });
  return (
    <ConfirmedAct
      title="Send it to everybody"
      confirmation="I have read the test, and it is right"
      label="Send the letter"
      act={sending}
      isDisabled={isChanged}
    >
      <p>
        Every confirmed address gets this letter once, from now on. Its text cannot be changed any more, and
        it cannot be sent a second time.
      </p>
      {isChanged ? <p className="text-quiet">Save the draft to send it.</p> : null}
    </ConfirmedAct>
  );
}

function Progress({ progress }: { progress: LetterProgress }) {
  const { startedAt, finishedAt, recipients, sent, waiting, failed, dropped } = progress;
  return (
    <>
      <p>
        Started {formatTime(startedAt)}
        {finishedAt === null ? '.' : `, finished ${formatTime(finishedAt)}.`}
      </p>
      <progress
        aria-label="Progress"
        max={Math.max(recipients, 1)}
        value={recipients - waiting}
        className="progress-bar"
      />
      <Figures
        figures={[
          ['Recipients', formatNumber(recipients)],
          ['Sent', formatNumber(sent)],
          ['Waiting', formatNumber(waiting)],
          ['Failed after eight tries', formatNumber(failed)],
          ['Unsubscribed, or mails come back', formatNumber(dropped)],
        ]}
      />
    </>
  );
}

function Switch({ id, state }: { id: string; state: 'sending' | 'stopped' }) {
  const sending = useMutation({
    mutationFn: (act: 'stop' | 'resume') => post(`/letters/${id}/${act}`),
    onSettled: () => refetchLetter(id),
  });
  return (
    <>
      {sending.error ? <Failure error={sending.error} /> : null}
      <div>
        {state === 'sending' ? (
          <Button
            size="small"
            variant="danger"
            busy={sending.isPending}
            onClick={() => sending.mutate('stop')}
          >
            Stop sending
          </Button>
        ) : (
          <Button size="small" busy={sending.isPending} onClick={() => sending.mutate('resume')}>
            Send the rest
          </Button>
        )}
      </div>
    </>
  );
}
