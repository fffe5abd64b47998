/**
 * What statements, comments and decisions say of unique keys, foreign keys, checks, triggers and privileges, and whether the
 * database has it. Look here before one of them is removed.
 */
import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseForAll } from '@fairground/server/test/for-tests';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';

/** `table: definition`, as the catalogue writes it. */
type Guard = string;

/** A file, words of it that are in one line, and what they rely on: nothing, if they only use such a word. */
interface Claim {
  file: string;
  words: string;
  guards: Guard[];
}

/** In relied-on.txt: files, indented below them their words, and below these the guards. */
const claims: Claim[] = [];
let file = '';
for (const line of readFileSync(new URL('relied-on.txt', import.meta.url), 'utf8').split('\n')) {
  if (line.startsWith('    ')) claims.at(-1)?.guards.push(line.trim());
  else if (line.startsWith('  ')) claims.push({ file, words: line.trim(), guards: [] });
  else file = line;
}

const root = new URL('../../', import.meta.url);
const sources = [
  'apps/server/src/**/*.{sql,ts}',
  'games/*/server/**/*.{sql,ts}',
  'games/*/README.md',
  'packages/game-kit/server/**/*.{sql,ts}',
];
const isLeftOut = (file: string) => /\.sql\.ts$|\.test\.ts$|\/migrations\//.test(file);
const claimWords = /foreign keys?|\bunique\b|\bconstraint|\btriggers?\b|on conflict do nothing/i;

const guards = new Set<Guard>();

const test = databaseForAll({ connections: 2 });
beforeAll(async () => {
  const rows = await queryAsOwner<{ guard: Guard }>(
    test.database,
    `SELECT conrelid::regclass || ': ' || pg_get_constraintdef(oid) AS guard FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND convalidated
     UNION ALL
     SELECT indrelid::regclass || ': ' || regexp_replace(pg_get_indexdef(indexrelid), '^CREATE UNIQUE INDEX .* USING btree', 'UNIQUE')
       FROM pg_index JOIN pg_class c ON c.oid = indrelid
       WHERE indisunique AND indisvalid AND c.relnamespace = 'public'::regnamespace
     UNION ALL
     SELECT tgrelid::regclass || ': TRIGGER ' || tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'
     UNION ALL
     SELECT c.oid::regclass || ': NO ' || p.privilege FROM pg_class c, unnest(ARRAY['DELETE', 'UPDATE', 'TRUNCATE']) AS p (privilege)
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
         AND NOT has_table_privilege('fairground_app', c.oid, p.privilege)
     UNION ALL
     SELECT a.attrelid::regclass || ': NO UPDATE OF ' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
         AND NOT has_column_privilege('fairground_app', c.oid, a.attnum, 'UPDATE')`,
  );
  for (const { guard } of rows) guards.add(guard);
});

const read = (file: string) => readFile(new URL(file, root), 'utf8');

describe.each(claims)('$file: "$words"', ({ file, words, guards: relied }) => {
  it('relies on what the database has', async () => {
    expect((await read(file)).split('\n').filter((line) => line.includes(words))).not.toEqual([]);
    expect(relied.filter((guard) => !guards.has(guard))).toEqual([]);
  });
});

it('lists every line of the server that speaks of a key, a constraint or a trigger', async () => {
  const unlisted: string[] = [];
  for await (const file of glob(sources, { cwd: root })) {
    if (isLeftOut(file)) continue;
    for (const line of (await read(file)).split('\n')) {
      if (!claimWords.test(line)) continue;
      if (!claims.some((claim) => claim.file === file && line.includes(claim.words)))
        unlisted.push(`${file}: ${line.trim()}`);
    }
  }
  expect(unlisted).toEqual([]);
});
