/** A table of rows: on a phone each row is a card with the columns' names, above that a dense table. */
import { TableRegion } from '@fairground/site-kit/ui/table-region.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import type { ReactNode } from 'react';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Aligned to the right, in figures of one width. */
  isNumber?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** In place of rows. */
  empty: string;
}

export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return <p className="rounded-control bg-raised px-4 py-3 text-quiet">{empty}</p>;
  return (
    <TableRegion label={caption}>
      <table className="w-full border-collapse text-14 leading-5 max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-quiet max-md:sr-only">
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th
                key={head}
                scope="col"
                className={cn(
                  'border-b-2 border-rule px-2 py-1.5 align-bottom font-bold',
                  isNumber ? 'text-right' : 'text-left',
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-3">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={cn(
                'max-md:grid max-md:gap-1 max-md:rounded-control max-md:bg-raised max-md:p-3',
                'md:border-b md:border-rule',
              )}
            >
              {columns.map(({ head, cell, isNumber }) => (
                <td
                  key={head}
                  className={cn(
                    'align-baseline md:px-2 md:py-1.5',
                    'max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4',
                    isNumber && 'figures md:text-right',
                  )}
                >
                  <span aria-hidden className="shrink-0 text-quiet md:hidden">
                    {head}
                  </span>
                  <span
                    className={cn(
                      'min-w-0 max-md:text-right',
                      isNumber ? 'md:whitespace-nowrap max-md:wrap-anywhere' : 'wrap-anywhere',
                    )}
                  >
                    {cell(row)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}
