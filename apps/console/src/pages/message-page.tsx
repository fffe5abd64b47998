/** One message, what was answered, and a form that answers by mail. */
import { answerAnswer, messageAnswer, type MessageAnswer } from '@fairground/contract/console/contact';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { inputClass } from '@fairground/site-kit/ui/field.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { useParams } from '@fairground/site-kit/router/router.tsx';
import { answerTemplates } from '../shared/answer-templates.ts';
import { post, read } from '../shared/call.ts';
import { formatTime } from '../shared/format.ts';
import { createKey } from '../shared/key.ts';
import { Failure, Page, Pending, Section, TextLink } from '../shared/parts.tsx';
import { queryClient } from '../shared/session.ts';

const refetchMessages = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('contact') });

export function MessagePage() {
  const { id = '' } = useParams();
  const { data, error } = useQuery({
    queryKey: ['contact message', id],
    queryFn: () => read(messageAnswer, `/contact/${encodeURIComponent(id)}`),
  });
  return (
    <Page title={data ? `Message ${data.message.id}` : 'Message'}>
      {data ? <Shown {...data} /> : <Pending error={error} />}
    </Page>
  );
}

function Shown({ message, answers }: MessageAnswer) {
  return (
    <>
      <Section title={message.title}>
        <p className="text-14 text-quiet">
          {message.name},{' '}
          <TextLink to={`/players?text=${encodeURIComponent(message.email)}`}>{message.email}</TextLink>,{' '}
          {formatTime(message.at)}{' '}
          {message.answeredAt === null ? <Badge tone="bright">open</Badge> : <Badge tone="win">done</Badge>}
        </p>
        <p className="max-w-[72ch] wrap-anywhere whitespace-pre-wrap">{message.text}</p>
      </Section>
      {answers.map((answer) => (
        <Section key={answer.id} title={`Answer of ${answer.staff}`}>
          <p className="text-14 text-quiet">
            {formatTime(answer.at)}{' '}
            {answer.isMailed ? <Badge tone="win">mailed</Badge> : <Badge tone="loss">not mailed</Badge>}
          </p>
          <p className="max-w-[72ch] wrap-anywhere whitespace-pre-wrap">{answer.text}</p>
        </Section>
      ))}
      <AnswerForm message={message} />
    </>
  );
}

function AnswerForm({ message: { id, name, answeredAt } }: { message: MessageAnswer['message'] }) {
  const field = useId();
  const [text, setText] = useState('');
  // A repeat after a lost response is the same answer.
  const [key, setKey] = useState(createKey);
  const sending = useMutation({
    mutationFn: async () =>
      answerAnswer.parse(await post(`/contact/${id}/answer`, { text: text.trim(), key })),
    onSuccess: ({ isMailed }) => {
      if (isMailed) {
        setText('');
        setKey(createKey());
      }
      return refetchMessages();
    },
  });
  const closing = useMutation({
    mutationFn: () => post(`/contact/${id}/done`),
    onSettled: refetchMessages,
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    sending.mutate();
  }
  const error = sending.error ?? closing.error;
  return (
    <Section title="Answer by mail">
      <form onSubmit={submit} className="grid max-w-[720px] gap-3">
        <div className="flex flex-wrap gap-2">
          {answerTemplates.map((template) => (
            <Button
              key={template.label}
              size="small"
              variant="secondary"
              onClick={() => setText(template.textFor(name))}
            >
              {template.label}
            </Button>
          ))}
        </div>
        <label htmlFor={field} className="text-14 font-bold">
          Answer
        </label>
        <textarea
          id={field}
          value={text}
          onChange={(event) => setText(event.target.value)}
          required
          maxLength={10_000}
          rows={8}
          className={`${inputClass} py-2`}
        />
        {error ? <Failure error={error} /> : null}
        {sending.data ? (
          <p role="status">
            {sending.data.isMailed
              ? 'The answer was mailed.'
              : 'The answer is stored, but the mail failed. Send it again.'}
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="small" busy={sending.isPending}>
            Send the answer
          </Button>
          {answeredAt === null ? (
            <Button
              size="small"
              variant="secondary"
              busy={closing.isPending}
              onClick={() => closing.mutate()}
            >
              Done without an answer
            </Button>
          ) : null}
        </div>
      </form>
    </Section>
  );
}
