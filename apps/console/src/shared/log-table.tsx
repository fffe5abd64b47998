/** Entries of the log: who did what, and what it changed. */
import type { LogAnswer } from '@fairground/contract/console/staff';
import { formatTime, formatValue } from './format.ts';
import { Table } from './table.tsx';

type Entry = LogAnswer['entries'][number];

export function LogTable({ entries, empty }: { entries: readonly Entry[]; empty: string }) {
  return (
    <Table
      caption="What was done"
      rows={entries}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        {
          head: 'When',
          cell: ({ at }) => <span className="figures md:whitespace-nowrap">{formatTime(at)}</span>,
        },
        { head: 'By', cell: ({ staff }) => staff ?? 'shell' },
        { head: 'Act', cell: ({ command }) => <strong>{command}</strong> },
        { head: 'Of', cell: ({ details }) => <Values values={details} /> },
        { head: 'Before', cell: ({ before }) => <Values values={before} /> },
        { head: 'After', cell: ({ after }) => <Values values={after} /> },
      ]}
    />
  );
}

function Values({ values }: { values: Record<string, unknown> | null }) {
  const pairs = Object.entries(values ?? {});
  if (pairs.length === 0) return '–';
  return pairs.map(([name, value]) => (
    <span key={name} className="block">
      {`${name}: ${formatValue(value)}`}
    </span>
  ));
}
