/** Sealed bytes in every table that has any, read and written again when the key is rotated. */
import { composeStatement } from '@fairground/sql/composed';
import type { SealedRows } from '../../platform/secrets/seal.ts';

export const composeSealed = ({ table, context }: SealedRows) => ({
  readAll: composeStatement({
    name: `sealed-read-${table}`,
    role: 'owner',
    params: {},
    columns: { place: 'text', sealed: 'bytea', context: 'text' },
    text: `SELECT ctid::text AS place, sealed, ${context} AS context FROM ${table}`,
  }),
  replace: composeStatement({
    name: `sealed-replace-${table}`,
    role: 'owner',
    params: { places: 'tid[]', sealed: 'bytea[]' },
    columns: {},
    text: `UPDATE ${table} t SET sealed = u.sealed
      FROM unnest($1::tid[], $2::bytea[]) AS u (place, sealed) WHERE t.ctid = u.place`,
  }),
});

export const composedStatements = (_games: unknown, sealedRows: readonly SealedRows[]) =>
  sealedRows.flatMap((rows) => Object.values(composeSealed(rows)));
