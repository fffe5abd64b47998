/** What happens at this moment, refetched every two seconds while the page is visible. */
import { nowAnswer, type NowAnswer } from '@fairground/contract/console/now';
import { Badge } from '@fairground/web/shared/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { read } from '../shared/call.ts';
import { formatAge, formatBytes, formatDecimal, formatNumber, formatTime } from '../shared/format.ts';
import { Failure, Figures, Notice, Page, Pending, Section } from '../shared/parts.tsx';
import { Table } from '../shared/table.tsx';

const refetchMs = 2_000;

export function NowPage() {
  const { data, error } = useQuery({
    queryKey: ['now'],
    queryFn: () => read(nowAnswer, '/now'),
    refetchInterval: refetchMs,
  });
  return (
    <Page
      title="Now"
      aside={data ? <p className="figures text-14 text-quiet">As of {formatTime(data.at)}</p> : null}
    >
      {data && error ? <Failure error={error} /> : null}
      {data ? <Moment now={data} /> : <Pending error={error} />}
    </Page>
  );
}

function Moment({ now }: { now: NowAnswer }) {
  const nowMs = Date.parse(now.at);
  const { pace, process, database, audit } = now;
  return (
    <>
      <Section title="Warnings">
        {now.warnings.length === 0 ? (
          <p>
            <Badge tone="win">Nothing to look at</Badge>
          </p>
        ) : (
          <ul className="grid gap-2">
            {now.warnings.map(({ level, text }) => (
              <Notice key={text} level={level}>
                {text}
              </Notice>
            ))}
          </ul>
        )}
      </Section>
      <Section title="The fair">
        <Figures
          figures={[
            ['At the fair', formatNumber(now.connected)],
            ['New players in a day', formatNumber(now.newPlayers)],
            ['Bets a second', formatDecimal(pace.stakesPerSecond)],
            ['Bets in the last minute', formatNumber(pace.stakes)],
            ['Coins staked in it', formatNumber(pace.stakeCoins)],
            ['Coins paid out in it', formatNumber(pace.payoutCoins)],
            ['Messages to answer', formatNumber(now.openMessages)],
          ]}
        />
      </Section>
      <Section title="Games">
        <Table
          caption="Games"
          rows={now.games}
          keyOf={({ game }) => game}
          empty="There is no game."
          columns={[
            { head: 'Game', cell: ({ game }) => game },
            {
              head: 'Stakes',
              cell: ({ isClosed }) =>
                isClosed ? <Badge tone="loss">closed</Badge> : <Badge tone="win">taken</Badge>,
            },
            {
              head: 'Overdue',
              isNumber: true,
              cell: ({ overdue }) => (overdue === null ? '–' : formatNumber(overdue)),
            },
            {
              head: 'Void of 1,000',
              isNumber: true,
              cell: ({ void: count }) => (count === null ? '–' : formatNumber(count)),
            },
          ]}
        />
      </Section>
      <Section title="Process and database">
        <Figures
          figures={[
            ['Rounds and draws', process.isDirector ? 'run here' : 'run elsewhere'],
            ['Other processes', process.messages === 'ok' ? 'in reach' : 'away'],
            ['Live connections here', formatNumber(process.connections)],
            ['Database connections', `${process.pool.busy} busy, ${process.pool.idle} idle`],
            ['Statements waiting', formatNumber(process.pool.waiting)],
            ['Database', database.isWritable ? 'accepts writes' : 'refuses writes'],
            ['Size', formatBytes(database.bytes)],
            ['Newest backup', now.backupAt === null ? 'none' : formatAge(now.backupAt, nowMs)],
            [
              'Newest audit',
              audit === null ? 'none' : `${audit.broken} broken, ${formatAge(audit.at, nowMs)}`,
            ],
          ]}
        />
      </Section>
    </>
  );
}
