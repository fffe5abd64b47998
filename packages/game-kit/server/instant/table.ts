/** An instant game's bets in the database: their table, and how rows and values of the rules become each other. */
import type { Field, Fields, AnyInstantGame, ValuesOf } from '../../shared/instant/index.ts';

export interface BetTable {
  game: AnyInstantGame;
  folder: string;
  /** Begins the names of its transfer kinds. */
  prefix: string;
  table: string;
  /** One of the bets in a sentence of the audit, as in `Cups bet`. */
  noun: string;
}

/** The column of a value: `chance`, and `target_hundredths`. */
export const columnOf = (name: string, { kind }: Field): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) +
  (kind === 'hundredths' ? '_hundredths' : '');

/** What a row has of these fields. */
export const readColumns = <Of extends Fields>(fields: Of, row: object): ValuesOf<Of> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      (row as Readonly<Record<string, unknown>>)[columnOf(name, field)],
    ]),
  ) as ValuesOf<Of>;

/** For each field its column, with the values of all rows. */
export const writeColumns = <Of extends Fields>(
  fields: Of,
  rows: readonly ValuesOf<Of>[],
): Record<string, (string | number)[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      columnOf(name, field),
      rows.map((row): string | number => row[name] ?? ''),
    ]),
  );
