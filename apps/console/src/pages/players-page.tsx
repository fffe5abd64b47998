/** Finding a player by a part of the name or the address, or by the id. The search is in the address of the page. */
import { playersAnswer } from '@fairground/contract/console/players';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useSearchParams } from '@fairground/site-kit/router/router.tsx';
import { read } from '../shared/call.ts';
import { formatNumber, formatTime } from '../shared/format.ts';
import { readForm } from '../shared/form.ts';
import { Page, Pending, Section, TextLink } from '../shared/parts.tsx';
import { Table } from '../shared/table.tsx';

export function PlayersPage() {
  const [params, setParams] = useSearchParams();
  const text = params.get('text') ?? '';
  function search(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setParams({ text: readForm(event.currentTarget)('text') });
  }
  return (
    <Page title="Players">
      <form role="search" onSubmit={search} className="flex flex-wrap items-end gap-3">
        <div className="grow basis-64">
          <Field label="Name, address or id" name="text" defaultValue={text} required maxLength={100} />
        </div>
        <Button type="submit">Search</Button>
      </form>
      {text === '' ? (
        <p className="text-quiet">Every search is in the log, with the players that it showed.</p>
      ) : (
        <Found text={text} />
      )}
    </Page>
  );
}

function Found({ text }: { text: string }) {
  const { data, error } = useQuery({
    queryKey: ['players', text],
    queryFn: () => read(playersAnswer, `/players?text=${encodeURIComponent(text)}`),
  });
  if (!data) return <Pending error={error} />;
  return (
    <Section title={`${data.players.length}${data.more ? ' and more' : ''} found`}>
      <Table
        caption="Players found"
        rows={data.players}
        keyOf={({ id }) => id}
        empty="No player has this in their name or address."
        columns={[
          {
            head: 'Player',
            cell: ({ id, username }) => <TextLink to={`/players/${id}`}>{username}</TextLink>,
          },
          { head: 'Id', cell: ({ id }) => id, isNumber: true },
          { head: 'Address', cell: ({ email }) => email ?? 'guest' },
          { head: 'Since', cell: ({ createdAt }) => formatTime(createdAt) },
          { head: 'Coins', cell: ({ coins, winnings }) => formatNumber(coins + winnings), isNumber: true },
          { head: 'Sessions', cell: ({ sessions }) => formatNumber(sessions), isNumber: true },
          {
            head: 'State',
            cell: ({ isSuspended, isClosed }) =>
              isClosed ? (
                <Badge tone="plain">closed</Badge>
              ) : isSuspended ? (
                <Badge tone="loss">suspended</Badge>
              ) : (
                <Badge tone="win">open</Badge>
              ),
          },
        ]}
      />
      {data.more ? <p className="text-quiet">Search for more of the name to see the others.</p> : null}
    </Section>
  );
}
