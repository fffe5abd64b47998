/** What the generator reads of the database's catalogue, once: columns, types, functions, views, checks. */
import type pg from 'pg';
import { parseTree, nodesOf, type TreeNode } from './node-tree.ts';

export interface Column {
  name: string;
  isNotNull: boolean;
  /** The texts that a check constraint allows. */
  allowed: string[] | undefined;
}

export interface Relation {
  name: string;
  columns: Map<number, Column>;
  /** The query of a view. */
  view: TreeNode | undefined;
}

export interface SqlType {
  name: string;
  kind: string;
  element: number;
  /** Row type of this table or view. */
  relation: number;
  labels: string[];
}

const rowsOf = async <Row extends object>(client: pg.Client, text: string): Promise<Row[]> =>
  (await client.query<Row>(text)).rows;

export const readCatalogue = async (client: pg.Client) => {
  const relations = new Map<number, Relation>();
  const columns = await rowsOf<{
    relation: number;
    table: string;
    number: number;
    name: string;
    not_null: boolean;
  }>(
    client,
    `SELECT c.oid::int AS relation, c.relname::text AS table, a.attnum AS number, a.attname::text AS name,
        a.attnotnull AS not_null
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'v', 'm', 'p', 'c') AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  for (const { relation, table, number, name, not_null: isNotNull } of columns) {
    const entry = relations.get(relation) ?? {
      name: table,
      columns: new Map<number, Column>(),
      view: undefined,
    };
    entry.columns.set(number, { name, isNotNull, allowed: undefined });
    relations.set(relation, entry);
  }
  const checks = await rowsOf<{ relation: number; number: number; definition: string }>(
    client,
    `SELECT conrelid::int AS relation, conkey[1] AS number, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'c' AND cardinality(conkey) = 1`,
  );
  for (const { relation, number, definition } of checks) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(definition)?.[1];
    const column = relations.get(relation)?.columns.get(number);
    if (list !== undefined && column && /^('\w+'::text(, )?)+$/.test(list)) {
      column.allowed = [...list.matchAll(/'(\w+)'/g)].map(([, text]) => text ?? '');
    }
  }
  const views = await rowsOf<{ relation: number; action: string }>(
    client,
    `SELECT r.ev_class::int AS relation, r.ev_action::text AS action
      FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
      WHERE c.relkind = 'v' AND c.relnamespace <> 'information_schema'::regnamespace AND r.rulename = '_RETURN'
        AND c.relnamespace <> 'pg_catalog'::regnamespace`,
  );
  for (const { relation, action } of views) {
    const entry = relations.get(relation);
    if (entry) entry.view = nodesOf(parseTree(action))[0];
  }
  const types = await rowsOf<{ oid: number; labels: string[] | null } & Omit<SqlType, 'labels'>>(
    client,
    `SELECT t.oid::int, t.typname::text AS name, t.typtype::text AS kind, t.typrelid::int AS relation,
        CASE WHEN t.typcategory = 'A' THEN t.typelem::int ELSE 0 END AS element,
        (SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_enum e
          WHERE e.enumtypid = t.oid) AS labels
      FROM pg_type t`,
  );
  const functions = await rowsOf<{ oid: number; name: string }>(
    client,
    `SELECT p.oid::int, CASE WHEN n.nspname = 'pg_catalog' THEN '' ELSE n.nspname || '.' END || p.proname AS name
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace`,
  );
  const operators = await rowsOf<{ oid: number; name: string }>(
    client,
    `SELECT oid::int, oprname::text AS name FROM pg_operator`,
  );
  return {
    relations,
    types: new Map(types.map(({ oid, labels, ...type }) => [oid, { ...type, labels: labels ?? [] }])),
    /** Name of a function by its oid, with its schema where that is not pg_catalog. */
    functions: new Map(functions.map(({ oid, name }) => [oid, name])),
    /** Name of an operator by its oid. */
    operators: new Map(operators.map(({ oid, name }) => [oid, name])),
  };
};

export type Catalogue = Awaited<ReturnType<typeof readCatalogue>>;
