/** The newsletter: how many get it, and its letters. */
import { createLetterAnswer, lettersAnswer, type ConsoleLetter } from '@fairground/contract/console/letters';
import { Badge } from '@fairground/web/shared/ui/badge.tsx';
import { Button } from '@fairground/web/shared/ui/button.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@fairground/web/shared/router/router.tsx';
import { post, read } from '../shared/call.ts';
import { emptyLetterText } from '../shared/empty-texts.ts';
import { formatNumber, formatTime } from '../shared/format.ts';
import { Failure, Figures, Page, Pending, Section } from '../shared/parts.tsx';
import { Table } from '../shared/table.tsx';

const emptyLetter = { en: emptyLetterText, es: null };

export function NewsletterPage() {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ['letters'],
    queryFn: () => read(lettersAnswer, '/letters'),
  });
  const creating = useMutation({
    mutationFn: async () => createLetterAnswer.parse(await post('/letters', { letter: emptyLetter })),
    onSuccess: ({ id }) => navigate(`/letters/${id}`),
  });
  return (
    <Page title="Newsletter">
      {data ? (
        <>
          <Section title="Subscribers">
            <Figures
              figures={[
                ['Confirmed addresses', formatNumber(data.subscribers.confirmed)],
                ['Of them in Spanish', formatNumber(data.subscribers.spanish)],
              ]}
            />
          </Section>
          <Section title="Letters">
            <Table
              caption="Letters"
              rows={data.letters}
              keyOf={({ id }) => id}
              empty="No letter was written yet."
              columns={[
                {
                  head: 'Letter',
                  cell: ({ id, subject }) => (
                    <Link to={`/letters/${id}`} className="font-bold text-info underline">
                      {subject.trim() || `Letter ${id}`}
                    </Link>
                  ),
                },
                { head: 'State', cell: ({ state }) => <LetterState state={state} /> },
                {
                  head: 'Started',
                  cell: ({ progress }) => (progress ? formatTime(progress.startedAt) : '–'),
                },
                {
                  head: 'Sent',
                  cell: ({ progress }) =>
                    progress ? `${formatNumber(progress.sent)} of ${formatNumber(progress.recipients)}` : '–',
                  isNumber: true,
                },
                {
                  head: 'Saved',
                  cell: ({ updatedAt, updatedBy }) => `${formatTime(updatedAt)} by ${updatedBy}`,
                },
              ]}
            />
            {creating.error ? <Failure error={creating.error} /> : null}
            <div>
              <Button size="small" busy={creating.isPending} onClick={() => creating.mutate()}>
                Begin a letter
              </Button>
            </div>
          </Section>
        </>
      ) : (
        <Pending error={error} />
      )}
    </Page>
  );
}

export function LetterState({ state }: Pick<ConsoleLetter, 'state'>) {
  switch (state) {
    case 'draft':
      return <Badge>draft</Badge>;
    case 'sending':
      return <Badge tone="pending">being sent</Badge>;
    case 'stopped':
      return <Badge tone="loss">stopped</Badge>;
    case 'sent':
      return <Badge tone="win">sent</Badge>;
  }
}
