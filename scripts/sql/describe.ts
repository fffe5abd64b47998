/**
 * Asks PostgreSQL what a statement is: parameter types, columns, and the tables it writes and locks, from the
 * analyzed query that the server stores of it as the body of a temporary function. Nothing is run, and all is
 * rolled back.
 */
import pg from 'pg';
import type { Catalogue } from './catalogue.ts';
import { inferColumn, outputOf, type Scope } from './infer.ts';
import { isNode, nodesOf, parseTree, textOf, type TreeNode, type TreeValue } from './node-tree.ts';
import { SourceError, type SourceStatement } from '@fairground/sql/parse';

export interface DescribedColumn {
  name: string;
  type: number;
  isNullable: boolean;
  isNullableWhenJoined: boolean;
  texts: ReadonlySet<string> | undefined;
}

export interface Description {
  parameterTypes: number[];
  columns: DescribedColumn[];
  /** Tables written, and tables with rows locked by FOR clauses, in the order of their names. */
  writes: string[];
  locks: string[];
}

const lockNames = ['', 'KEY SHARE', 'SHARE', 'NO KEY UPDATE', 'UPDATE'];

export const describeStatement = async (
  client: pg.Client,
  catalogue: Catalogue,
  statement: SourceStatement,
  role: string,
): Promise<Description> => {
  await client.query('BEGIN');
  try {
    await prepare(client, statement);
    const prepared = await client.query<{ parameters: number[]; names: string[]; columns: number[] | null }>(
      `SELECT parameter_types::oid[]::int[] AS parameters, parameter_types::text[] AS names,
         result_types::oid[]::int[] AS columns
       FROM pg_prepared_statements WHERE name = 'described'`,
    );
    const { parameters = [], names = [], columns } = prepared.rows[0] ?? {};
    await client.query(
      `CREATE FUNCTION pg_temp.described(${names.join(', ')}) RETURNS void BEGIN ATOMIC ${statement.text}; END`,
    );
    const body = await client.query<{ tree: string }>(
      `SELECT prosqlbody::text AS tree FROM pg_proc WHERE proname = 'described'`,
    );
    if (!statement.isOwners) await checkPermissions(client, statement, role);
    const query = findQuery(parseTree(body.rows[0]?.tree ?? ''));
    if (!query) throw new Error('the analyzed statement has no query');
    return describeQuery(catalogue, statement, query, { parameters, columns: columns ?? [] });
  } finally {
    await client.query('ROLLBACK; DEALLOCATE ALL');
  }
};

const prepareAs = 'PREPARE described AS ';

const prepare = async (client: pg.Client, { text, line, keepsLines }: SourceStatement): Promise<void> => {
  try {
    const results: unknown = await client.query(prepareAs + text);
    if (Array.isArray(results)) throw new Error('two statements: each needs a -- @statement NAME');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const position = Number(error.position ?? 0) - prepareAs.length;
    const linesBefore = keepsLines ? text.slice(0, Math.max(position, 0)).split('\n').length - 1 : 0;
    throw new SourceError(line + linesBefore, error.hint ? `${error.message}. ${error.hint}` : error.message);
  }
};

/** The plan is made by the role that the program works under, which refuses what that role may not do. */
const checkPermissions = async (
  client: pg.Client,
  statement: SourceStatement,
  role: string,
): Promise<void> => {
  await client.query(`SET LOCAL ROLE ${role}`);
  await client.query(`EXPLAIN (GENERIC_PLAN) ${statement.text}`).catch((error: unknown) => {
    const refusal = error instanceof Error ? error.message : String(error);
    throw new Error(`${refusal}: the site works under ${role}, see restrict_application in the schema`);
  });
  await client.query('RESET ROLE');
};

const findQuery = (value: TreeValue): TreeNode | undefined => {
  if (isNode(value)) return value.type === 'QUERY' ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  for (const item of value) {
    const found = findQuery(item);
    if (found) return found;
  }
  return undefined;
};

const describeQuery = (
  catalogue: Catalogue,
  statement: SourceStatement,
  query: TreeNode,
  types: { parameters: number[]; columns: number[] },
): Description => {
  const scope: Scope = {
    query,
    parent: undefined,
    catalogue,
    parameters: statement.params.map((name) => ({
      isNullable: statement.nullableParams.has(name),
      hasNullableElements: statement.nullableElements.has(name),
    })),
    open: new Set(),
  };
  const tables = { writes: new Set<string>(), locks: new Set<string>() };
  visitQueries(query, (item) => {
    const relations = nodesOf(item.fields['rtable']);
    const nameAt = (index: number): string => {
      const oid = Number(relations[index - 1]?.fields['relid']);
      return catalogue.relations.get(oid)?.name ?? '';
    };
    const written = Number(item.fields['resultRelation']);
    if (written > 0) tables.writes.add(nameAt(written));
    for (const mark of nodesOf(item.fields['rowMarks'])) {
      const name = nameAt(Number(mark.fields['rti']));
      if (name !== '') tables.locks.add(`${name} FOR ${lockNames[Number(mark.fields['strength'])]}`);
    }
    const unread = nodesOf(item.fields['cteList']).find((cte) => {
      const inner = cte.fields['ctequery'];
      return cte.fields['cterefcount'] === '0' && isNode(inner) && inner.fields['commandType'] === '1';
    });
    if (unread)
      throw new Error(`nothing reads ${textOf(unread.fields['ctename'])}, so that it would not run`);
  });
  const columns = outputOf(query).map((entry, index) => ({
    name: textOf(entry.fields['resname']),
    type: types.columns[index] ?? 0,
    ...inferColumn(scope, index),
  }));
  return {
    parameterTypes: types.parameters,
    columns,
    writes: [...tables.writes].sort(),
    locks: [...tables.locks].sort(),
  };
};

const visitQueries = (value: TreeValue | undefined, visit: (query: TreeNode) => void): void => {
  if (Array.isArray(value)) for (const item of value) visitQueries(item, visit);
  if (!isNode(value)) return;
  if (value.type === 'QUERY') visit(value);
  for (const field of Object.values(value.fields)) if (typeof field === 'object') visitQueries(field, visit);
};
