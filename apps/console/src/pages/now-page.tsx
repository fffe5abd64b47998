/** What happens at this moment, refetched every two seconds while the page is visible. */
import { nowAnswer, type NowAnswer } from '@fairground/contract/console/now';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { post, read } from '../shared/call.ts';
import { formatAge, formatBytes, formatDecimal, formatNumber, formatTime } from '../shared/format.ts';
import { readForm } from '../shared/form.ts';
import { Failure, Figures, Notice, Page, Pending, Section, summaryClass } from '../shared/parts.tsx';
import { queryClient } from '../shared/session.ts';
import { Table } from '../shared/table.tsx';

const refetchMs = 2_000;
const nowKey = ['now'];

export function NowPage() {
  const { data, error } = useQuery({
    queryKey: nowKey,
    queryFn: () => read(nowAnswer, '/now'),
    refetchInterval: refetchMs,
  });
  return (
    <Page
      title="Now"
      aside={data ? <p className="figures text-14 text-quiet">{`As of ${formatTime(data.at)}`}</p> : null}
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
        {now.warnings.every(({ level }) => level === 'note') && (
          <p>
            <Badge tone="win">Nothing to look at</Badge>
          </p>
        )}
        {now.warnings.length > 0 && (
          <ul className="grid gap-2">
            {now.warnings.map(({ level, text }) => (
              <Notice key={text} level={level}>
                {text}
              </Notice>
            ))}
          </ul>
        )}
      </Section>
      <MaintenanceSection maintenance={now.maintenance} />
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
            { head: 'Game', cell: ({ game, name }) => name ?? game },
            {
              head: 'Stakes',
              cell: ({ isClosed }) =>
                isClosed ? <Badge tone="loss">closed</Badge> : <Badge tone="win">open</Badge>,
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
            ['Rounds and draws', process.isDirector ? 'by this process' : 'by another process'],
            ['Other processes', process.messages === 'ok' ? 'in reach' : 'away'],
            ['Live connections here', formatNumber(process.connections)],
            ['Database connections', `${process.pool.busy} busy, ${process.pool.idle} idle`],
            ['Statements waiting', formatNumber(process.pool.waiting)],
            ['Database', database.isWritable ? 'writable' : 'read-only'],
            ['Size', formatBytes(database.bytes)],
            ['Newest backup', now.backupAt === null ? 'no backup yet' : formatAge(now.backupAt, nowMs)],
            [
              'Newest audit',
              audit === null ? 'no audit yet' : `${audit.broken} broken, ${formatAge(audit.at, nowMs)}`,
            ],
          ]}
        />
      </Section>
    </>
  );
}

function MaintenanceSection({ maintenance }: Pick<NowAnswer, 'maintenance'>) {
  const sending = useMutation({
    mutationFn: (given: { verb: 'start' | 'end'; body?: object }) =>
      post(`/maintenance/${given.verb}`, given.body),
    onSettled: () => queryClient.invalidateQueries({ queryKey: nowKey }),
  });
  function start(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const field = readForm(event.currentTarget);
    const [reason, reasonEs] = [field('reason'), field('reasonEs')];
    sending.mutate({ verb: 'start', body: { reason, ...(reasonEs === '' ? {} : { reasonEs }) } });
  }
  return (
    <Section title="Maintenance">
      {sending.error ? <Failure error={sending.error} /> : null}
      {maintenance === null ? (
        <details>
          <summary className={summaryClass}>Start maintenance</summary>
          <form onSubmit={start} className="grid max-w-[480px] gap-3">
            <Field
              label="Reason"
              name="reason"
              required
              minLength={3}
              maxLength={500}
              hint="Players read it. No stake is taken within seconds. What runs finishes and is paid."
            />
            <Field label="Reason in Spanish" name="reasonEs" minLength={3} maxLength={500} />
            <Button type="submit" size="small" variant="danger" busy={sending.isPending}>
              Take no stakes
            </Button>
          </form>
        </details>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="loss">no stakes are taken</Badge>
            <span>{` since ${formatTime(maintenance.since)}: ${maintenance.reason.en}`}</span>
          </p>
          <p>{`Rounds still running: ${formatNumber(maintenance.running)}`}</p>
          <div>
            <Button size="small" busy={sending.isPending} onClick={() => sending.mutate({ verb: 'end' })}>
              End maintenance
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
