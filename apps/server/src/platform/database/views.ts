/**
 * Views over what all games store. The core's `views.sql` says for each view which columns it has; a game's says in
 * which of its tables they are. From these and the list of games each view is made again whenever one of them changes.
 */
import { readFile } from 'node:fs/promises';
import type { Database } from './database.ts';

export interface ViewSource {
  /** The folder of a game; empty for the core. */
  prefix: string;
  views?: URL;
}

export interface ComposedView {
  name: string;
  /** The core's SELECT: all of a view that no game is part of, else only the columns and their types. */
  head: string;
  branches: readonly { game: string; text: string }[];
}

/** A file of SELECTs, each below a line `-- @view NAME`. */
const parseViews = (text: string): { name: string; text: string }[] =>
  text
    .split(/^(?=-- @view )/m)
    .slice(1)
    .map((section) => {
      const [, name = '', body = ''] = /^-- @view (\w+)\n(.*)$/s.exec(section) ?? [];
      return { name, text: body.replace(/;(?:\s|--[^\n]*)*$/, '') };
    });

/** In the order of the core's file, so that a view may read those above it. */
export const readViews = async (sources: readonly ViewSource[]): Promise<ComposedView[]> => {
  const sections: { prefix: string; name: string; text: string }[] = [];
  for (const { prefix, views: file } of sources) {
    const text = file && (await readOptional(file));
    if (text !== undefined) sections.push(...parseViews(text).map((section) => ({ prefix, ...section })));
  }
  const heads = sections.filter(({ prefix }) => prefix === '');
  const unknown = sections.find(({ name }) => !heads.some((head) => head.name === name));
  if (unknown) throw new Error(`games/${unknown.prefix}/server/views.sql: no view is named ${unknown.name}`);
  return heads.map(({ name, text }) => ({
    name,
    head: text,
    branches: sections
      .filter((section) => section.name === name && section.prefix !== '')
      .map((section) => ({ game: section.prefix, text: section.text })),
  }));
};

/** A game may have no views. */
const readOptional = async (file: URL): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const mark = 'Made by the program from the list of games.';

type Query = Database['query'];

/** Makes all views again, within a transaction of the tables' owner. One that is in no file any more goes. */
export const applyViews = async (query: Query, views: readonly ComposedView[]): Promise<void> => {
  const execute = (text: string) => query({ text, values: [] });
  const [made] = await query<{ names: string | null }>({
    text: `SELECT string_agg(oid::regclass::text, ', ') AS names FROM pg_class
      WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace AND obj_description(oid, 'pg_class') = $1`,
    values: [mark],
  });
  if (made?.names) await execute(`DROP VIEW ${made.names}`);
  for (const view of views) {
    try {
      await execute(`CREATE VIEW ${view.name} AS ${view.head}`);
      if (view.branches.length > 0) await execute(await composeView(query, view));
      await execute(`COMMENT ON VIEW ${view.name} IS '${mark}'; ${grantReading(view.name)}`);
    } catch (error) {
      if (error instanceof Error) error.message = `the view ${view.name}: ${error.message}`;
      throw error;
    }
  }
};

/**
 * Every branch has exactly the columns' types: PostgreSQL looks into a branch, for its indexes, only where that is so.
 * The column `game` is the folder.
 */
const composeView = async (query: Query, { name, branches }: ComposedView): Promise<string> => {
  const columns = await query<{ name: string; type: string }>({
    text: `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = $1::text::regclass AND attnum > 0 ORDER BY attnum`,
    values: [name],
  });
  const selects = branches.map(({ game, text }) => {
    const listed = columns.map((column) =>
      column.name === 'game'
        ? `'${game}'::${column.type} AS game`
        : `b.${column.name}::${column.type} AS ${column.name}`,
    );
    return `SELECT ${listed.join(', ')} FROM (\n${text}\n) b`;
  });
  return `CREATE OR REPLACE VIEW ${name} AS ${selects.join('\nUNION ALL\n')}`;
};

/** By default the application may write what the owner creates, also through a view. */
const grantReading = (name: string): string =>
  `DO $$
  BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
      REVOKE ALL ON ${name} FROM fairground_app;
      GRANT SELECT ON ${name} TO fairground_app;
    END IF;
  END $$`;
