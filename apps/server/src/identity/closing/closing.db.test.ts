/** Closing an account leaves no table out: what names a player is erased, or stays for a reason. */
import { expect, it } from 'vitest';
import { databaseForAll } from '../../../test/for-tests.ts';
import { addPlayer } from '../../../test/harness.ts';
import { loadGames } from '../../site/games.ts';
import { createAddressHash } from '../../platform/secrets/address-hash.ts';
import { eraseAccount } from './erase.ts';

const test = databaseForAll();
const games = await loadGames();

/** Rows that stay, under an id that leads to nobody once the account is closed. */
const reasons = new Map<string, string>([
  ['account_closing', 'the source of the transfers that empty the wallet'],
  ['ad_view', 'the source of transfers'],
  ['card_claim', 'the source of transfers'],
  ['coin_correction', 'the source of transfers, and an act of the staff'],
  ['staff_request', 'acts of the staff, who decide them together'],
  ['referral', 'the source of transfers; a mailbox is invited once, by a keyed hash'],
  ['play_break', 'the audit finds stakes during a break'],
  ['ended_session', 'calls that arrived before the end; deleted soon after'],
  ['player_seed', 'proofs of games that were drawn from it'],
  ['season_place', 'what was won in a month; names and pictures are those of open accounts'],
]);

/** Tables with a reference to a player, or a column that is named like one. */
const findTables = async (): Promise<string[]> => {
  const rows = await test.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'ledger') AND (
        EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.confrelid = 'public.player'::regclass)
        OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND a.attname ~ '(^|_)(player|referrer|referred)_id$|^(used|referred)_by$'))
      ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

it('erases every table that names a player, or states why it stays', async () => {
  const texts: string[] = [];
  const playerId = await addPlayer(test.database, 'leaving', 0);
  await test.database.transaction((query) =>
    eraseAccount(
      (statement) => {
        texts.push(statement.text);
        return query(statement);
      },
      {
        playerId,
        alias: 'closed_0123456789ab',
        confirmedEmail: 'leaving@example.org',
        abandonOpen: async (within) => {
          for (const game of games) await game.abandonOpen?.(within, playerId);
        },
        hashAddress: createAddressHash(Buffer.alloc(32)),
      },
    ),
  );
  // What a function that is called erases counts too, and what a trigger of the player's row does.
  const functions = await test.rows<{ name: string; body: string }>(
    `SELECT p.proname AS name, pg_get_functiondef(p.oid) AS body FROM pg_proc p
      JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname IN ('public', 'ledger') AND p.prokind = 'f'`,
  );
  const triggers = await test.rows<{ name: string }>(
    `SELECT p.proname AS name FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE t.tgrelid = 'public.player'::regclass AND NOT t.tgisinternal`,
  );
  const statements = texts.join('\n');
  const called = functions.filter(
    ({ name }) => new RegExp(`\\b${name}\\(`).test(statements) || triggers.some((each) => each.name === name),
  );
  const all = [statements, ...called.map(({ body }) => body)].join('\n');
  const isErased = (table: string): boolean =>
    new RegExp(`(DELETE FROM|UPDATE) (public\\.)?${table}\\b`).test(all);

  const tables = await findTables();
  expect(tables).toContain('passkey');
  // Bets stay, by which rounds and the ledger are checked.
  const isOfGame = (table: string): boolean => games.some(({ ledger }) => table.startsWith(ledger.prefix));
  const left = tables.filter((table) => !isErased(table) && !isOfGame(table));
  expect(left.filter((table) => !reasons.has(table))).toEqual([]);
  expect([...reasons.keys()].filter((table) => !left.includes(table))).toEqual([]);
});
