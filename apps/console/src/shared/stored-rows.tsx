/** Rows of a table of the database, by column, as they are stored. */
import { formatValue } from './format.ts';
import { summaryClass } from './parts.tsx';
import { Table } from './table.tsx';

type Row = Record<string, unknown>;

const shownAtFirst = 10;

export function StoredRows({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  if (rows.length <= shownAtFirst) return <Rows caption={caption} rows={rows} />;
  return (
    <>
      <Rows caption={caption} rows={rows.slice(0, shownAtFirst)} />
      <details>
        <summary className={summaryClass}>{`${rows.length - shownAtFirst} more`}</summary>
        <Rows caption={`${caption}, more`} rows={rows.slice(shownAtFirst)} />
      </details>
    </>
  );
}

function Rows({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  const [first = {}] = rows;
  return (
    <Table
      caption={caption}
      rows={rows.map((row, at) => ({ row, at }))}
      keyOf={({ at }) => String(at)}
      empty="None."
      columns={Object.keys(first).map((name) => ({
        head: name.replaceAll('_', ' '),
        cell: ({ row }: { row: Row }) => formatCell(name, row[name]),
        isNumber: typeof first[name] === 'number',
      }))}
    />
  );
}

/** Ids are names and no quantities: they are not grouped. */
const formatCell = (name: string, value: unknown): string =>
  typeof value === 'number' &&
  (name === 'id' || name === 'source' || name.endsWith('_id') || name === 'nonce')
    ? String(value)
    : formatValue(value);
