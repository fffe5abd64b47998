/** Each game with its switch, its newest rounds or draws, and the links that are left of its seed chains. */
import {
  consoleGamesAnswer,
  type ConsoleGame,
  type ConsoleGamesAnswer,
} from '@fairground/contract/console/games';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { post, read } from '../shared/call.ts';
import { formatNumber, formatTime } from '../shared/format.ts';
import { readForm } from '../shared/form.ts';
import { Failure, linkClass, Page, Pending, Section, summaryClass } from '../shared/parts.tsx';
import { queryClient } from '../shared/session.ts';
import { Table } from '../shared/table.tsx';
import { VoidRound } from './void-round.tsx';

const gamesKey = ['games'];
const refetchMs = 10_000;

export function GamesPage() {
  const { data, error } = useQuery({
    queryKey: gamesKey,
    queryFn: () => read(consoleGamesAnswer, '/games'),
    refetchInterval: refetchMs,
  });
  return (
    <Page title="Games">
      <p>
        What the games have paid, next to what their rules promise, is on the{' '}
        <a href="/fairness/monitor" className={linkClass}>
          public monitor
        </a>
        .
      </p>
      {data && error ? <Failure error={error} /> : null}
      {data ? <Games games={data.games} /> : <Pending error={error} />}
    </Page>
  );
}

const Games = ({ games }: ConsoleGamesAnswer) => games.map((game) => <Game key={game.game} game={game} />);

function Game({ game }: { game: ConsoleGame }) {
  const { rounds, chains } = game;
  const name = game.name ?? game.game;
  return (
    <Section title={name}>
      <State game={game} />
      {game.hasStakes ? <Switch game={game} /> : null}
      <VoidRound game={game} />
      {rounds === null ? null : (
        <details>
          <summary className={summaryClass}>{`Newest rounds or draws (${rounds.length})`}</summary>
          <Table
            caption={`Rounds of ${name}`}
            rows={rounds}
            keyOf={({ id }) => id}
            empty="None yet."
            columns={[
              { head: 'Id', cell: ({ id }) => id },
              { head: 'When', cell: ({ at }) => formatTime(at) },
              {
                head: 'State',
                cell: ({ state }) => <Badge tone={state === 'void' ? 'void' : 'plain'}>{state}</Badge>,
              },
              { head: 'Bets', cell: ({ bets }) => formatNumber(bets), isNumber: true },
              { head: 'Staked', cell: ({ staked }) => coins(staked), isNumber: true },
              { head: 'Paid', cell: ({ paid }) => coins(paid), isNumber: true },
            ]}
          />
        </details>
      )}
      {chains.length === 0 ? null : (
        <Table
          caption={`Seed chains of ${name}`}
          rows={chains}
          keyOf={({ id }) => id}
          empty="None."
          columns={[
            { head: 'Seed chain', cell: ({ id }) => id },
            { head: 'Published', cell: ({ publishedAt }) => formatTime(publishedAt) },
            { head: 'Links', cell: ({ links }) => formatNumber(links), isNumber: true },
            { head: 'Left', cell: ({ left }) => formatNumber(left), isNumber: true },
            { head: 'Ended', cell: ({ endedAt }) => (endedAt === null ? '–' : formatTime(endedAt)) },
          ]}
        />
      )}
    </Section>
  );
}

const coins = (value: number | null): string => (value === null ? '–' : formatNumber(value));

function State({ game: { closed, isFailing, hasStakes } }: { game: ConsoleGame }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      {isFailing ? <Badge tone="loss">closed: its engine fails</Badge> : null}
      {closed === null ? null : (
        <>
          <Badge tone="loss">closed</Badge>
          <span>{` by ${closed.by} since ${formatTime(closed.since)}: ${closed.reason}`}</span>
        </>
      )}
      {closed === null && !isFailing ? (
        <Badge tone={hasStakes ? 'win' : 'plain'}>{hasStakes ? 'open' : 'has no stakes'}</Badge>
      ) : null}
    </p>
  );
}

function Switch({ game: { game, name = game, closed } }: { game: ConsoleGame }) {
  const sending = useMutation({
    mutationFn: (given: { verb: 'close' | 'open'; reason?: string }) =>
      post(`/games/${game}/${given.verb}`, given.reason === undefined ? {} : { reason: given.reason }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKey }),
  });
  function close(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    sending.mutate({ verb: 'close', reason: readForm(event.currentTarget)('reason') });
  }
  return (
    <>
      {sending.error ? <Failure error={sending.error} /> : null}
      {closed === null ? (
        <details>
          <summary className={summaryClass}>{`Close ${name}`}</summary>
          <form onSubmit={close} className="grid max-w-[480px] gap-3">
            <Field
              label={`Reason to close ${name}`}
              name="reason"
              required
              minLength={3}
              maxLength={500}
              hint="No stake is taken within a second. What runs finishes and is paid."
            />
            <Button type="submit" size="small" variant="danger" busy={sending.isPending}>
              Take no stakes
            </Button>
          </form>
        </details>
      ) : (
        <div>
          <Button size="small" busy={sending.isPending} onClick={() => sending.mutate({ verb: 'open' })}>
            {`Open ${name}`}
          </Button>
        </div>
      )}
    </>
  );
}
