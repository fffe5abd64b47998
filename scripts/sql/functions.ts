/**
 * Functions that statements call are in files of their own, which are applied again when their text changes. So the
 * text that runs is the file's: each function is in one file, and no later migration replaces it.
 */
import { globSync, readFileSync } from 'node:fs';
import type pg from 'pg';

const functionFiles = ['apps/server/src/ledger/functions/*.sql', 'games/*/server/functions/*.sql'];
const migrationFiles = ['apps/server/schema/*.sql', 'games/*/server/migrations/*.sql'];

/** Functions and views of the site, with the statement that creates each. */
const readDefinitions = async (client: pg.Client): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT p.oid::regprocedure::text AS name, pg_get_functiondef(p.oid) AS definition FROM pg_proc p
      WHERE p.pronamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
    UNION ALL SELECT c.oid::regclass::text, pg_get_viewdef(c.oid) FROM pg_class c
      WHERE c.relkind = 'v' AND c.relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)`,
  );
  return new Map(rows.map(({ name, definition }) => [name, definition]));
};

/** What is wrong with functions and their files, one line each. */
export const checkFunctions = async (client: pg.Client): Promise<string[]> => {
  const faults: string[] = [];
  await client.query('BEGIN');
  const applied = await readDefinitions(client);
  for (const file of globSync(functionFiles).sort()) {
    await client.query(readFileSync(file, 'utf8'));
    for (const [name, definition] of await readDefinitions(client)) {
      if (applied.get(name) === definition) continue;
      faults.push(`${file}: the database has another ${name}, from a migration or another file`);
      applied.set(name, definition);
    }
  }
  await client.query('ROLLBACK');
  return [...faults, ...findMigratedFunctions()];
};

/** Functions of triggers belong to their table. */
const createsFunction =
  /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION\s+([\w.]+)(?![^;]*?\bRETURNS\s+trigger\b)|VIEW\s+([\w.]+))/gim;

const findMigratedFunctions = (): string[] =>
  globSync(migrationFiles)
    .filter((file) => !file.endsWith('/0001-baseline.sql'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(createsFunction)].map(
        ([, routine, view]) =>
          `${file}: move ${routine ?? view} to a functions/ folder, so that its text is in one place`,
      ),
    );
