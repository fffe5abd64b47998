/**
 * A statement whose text the core composes from what each game declares, so that it cannot be in a `.sql` file. It
 * declares its parameters and columns instead: `npm run check` describes the text to PostgreSQL and compares them.
 */
import type { RunQuery } from './statement.ts';

interface ScalarTypes {
  bool: boolean;
  int4: number;
  int8: bigint;
  json: unknown;
  timestamptz: Date;
  text: string;
  bytea: Uint8Array;
  tid: string;
}
type Scalar = keyof ScalarTypes;
type TypeName = Scalar | `${Scalar}[]` | `${Scalar}?[]`;
/** A type of PostgreSQL; with a question mark the value, or an element, may be null. */
export type DeclaredType = TypeName | `${TypeName}?`;

type ReadValue<Type extends string> = Type extends `${infer Name}?`
  ? ReadValue<Name> | null
  : Type extends `${infer Element}[]`
    ? ReadValue<Element>[]
    : Type extends Scalar
      ? ScalarTypes[Type]
      : never;
type WrittenValue<Type extends string> = Type extends `${infer Name}?`
  ? WrittenValue<Name> | null
  : Type extends `${infer Element}[]`
    ? readonly WrittenValue<Element>[]
    : Type extends 'int8'
      ? bigint | number
      : Type extends Scalar
        ? ScalarTypes[Type]
        : never;

type Declarations = Readonly<Record<string, DeclaredType>>;
type RowOf<Columns extends Declarations> = { [Name in keyof Columns]: ReadValue<Columns[Name]> };
type ParamsOf<Params extends Declarations> = { [Name in keyof Params]: WrittenValue<Params[Name]> };

export interface ComposedSource<Params extends Declarations, Columns extends Declarations> {
  /** Names it in the messages of the check. */
  name: string;
  /** Prepared under its name; otherwise planned for the values of each run. */
  isPrepared?: boolean;
  /** In the order of their numbers. */
  params: Params;
  columns: Columns;
  text: string;
  /** The database's owner runs it; otherwise the role that the program works under. */
  role?: 'owner';
}

export interface ComposedStatement<
  Params extends Declarations = Declarations,
  Columns extends Declarations = Declarations,
> extends ComposedSource<Params, Columns> {
  run(query: RunQuery, params: ParamsOf<Params>): Promise<RowOf<Columns>[]>;
  first(query: RunQuery, params: ParamsOf<Params>): Promise<RowOf<Columns> | undefined>;
  /** The current rows, in chunks of this size, within a transaction that may change them. */
  readPages(query: RunQuery, rowsPerPage: number, params: ParamsOf<Params>): AsyncGenerator<RowOf<Columns>[]>;
}

export const composeStatement = <const Params extends Declarations, const Columns extends Declarations>(
  source: ComposedSource<Params, Columns>,
): ComposedStatement<Params, Columns> => {
  type Row = RowOf<Columns>;
  const valuesOf = (params: ParamsOf<Params>): unknown[] =>
    Object.keys(source.params).map((name) => params[name]);
  const run = (query: RunQuery, params: ParamsOf<Params>): Promise<Row[]> =>
    query<Row>({
      ...(source.isPrepared === true ? { name: source.name } : {}),
      text: source.text,
      values: valuesOf(params),
    });
  return {
    ...source,
    run,
    first: async (query, params) => (await run(query, params))[0],
    async *readPages(query, rowsPerPage, params) {
      await query({
        text: `DECLARE pages NO SCROLL CURSOR FOR ${source.text}`,
        values: valuesOf(params),
      });
      for (;;) {
        const rows = await query<Row>({ text: `FETCH ${rowsPerPage} FROM pages`, values: [] });
        if (rows.length === 0) break;
        yield rows;
      }
      await query({ text: 'CLOSE pages', values: [] });
    },
  };
};
