/** A table of figures: the first column names, the others are numbers to the right. */
import type { ReactNode } from 'react';
import { TableRegion } from './table-region.tsx';

interface FactTableProps {
  caption: string;
  /** Where a heading above it says the same. */
  hidesCaption?: boolean;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

export function FactTable({ caption, hidesCaption = false, heads, rows }: FactTableProps) {
  return (
    <TableRegion label={caption}>
      <table className="figures w-full border-collapse">
        <caption className={hidesCaption ? 'sr-only' : 'pb-2 text-left font-bold'}>{caption}</caption>
        <thead className="text-14 leading-5 text-quiet">
          <tr>
            {heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`px-1 pb-1.5 align-bottom font-medium ${at === 0 ? 'text-left' : 'text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row} className="border-t-[1.5px] border-rule">
              {cells.map((cell, at) =>
                at === 0 ? (
                  <th key={at} scope="row" className="px-1 py-2 text-left font-bold">
                    {cell}
                  </th>
                ) : (
                  <td key={at} className="px-1 py-2 text-right">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}
