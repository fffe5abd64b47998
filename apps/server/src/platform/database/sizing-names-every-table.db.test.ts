/** docs/operations/sizing.md says of every table how it grows, and names none that does not exist. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadGameParts } from '@fairground/games/load';
import { expect, it } from 'vitest';
import { databaseForAll } from '../../../test/for-tests.ts';

const test = databaseForAll({ connections: 1 });

const document = readFileSync(
  fileURLToPath(new URL('../../../../../docs/operations/sizing.md', import.meta.url)),
  'utf8',
);
const section = /^## What grows\n(.*)/ms.exec(document)?.[1] ?? '';

it('names every table once', async () => {
  const tables = await test.rows<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  const named = [...section.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)].map(([, name]) => name ?? '');
  // The document covers the tables that ledger.add_instant_bets makes in one line.
  const ofInstantGames = new Set(
    (await loadGameParts('game')).map(({ folder }) => `${folder.replaceAll('-', '_')}_bet`),
  );
  const others = tables.map(({ name }) => name).filter((name) => !ofInstantGames.has(name));
  expect(named.toSorted()).toEqual(others.toSorted());
});
