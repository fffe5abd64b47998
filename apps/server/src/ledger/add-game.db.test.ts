/** What a game's first migration calls: `ledger.add_game`. */
import { expect, it } from 'vitest';
import { databaseForAll } from '../../test/for-tests.ts';
import { queryAsOwner } from '../../test/query-as-owner.ts';

const test = databaseForAll();

const addGame = (folder: string, prefix: string) =>
  queryAsOwner<{ number: bigint }>(test.database, 'SELECT ledger.add_game($1, $2) AS number', [
    folder,
    prefix,
  ]);

it('gives each new game the next account number, from 20 on, and five kinds of transfers', async () => {
  const [first] = await addGame('test-game', 'test_game');
  const [second] = await addGame('test', 'test');
  expect(first?.number).toBeGreaterThanOrEqual(20n);
  expect(second?.number).toBe((first?.number ?? 0n) + 1n);
  const accounts = { text: 'SELECT id, name FROM account ORDER BY id DESC LIMIT 2', values: [] };
  expect(await test.database.query(accounts)).toEqual([
    { id: second?.number, name: 'test' },
    { id: first?.number, name: 'test-game' },
  ]);
  const kinds = {
    text: "SELECT kind::text FROM unnest(enum_range(NULL::transfer_kind)) kind WHERE kind::text LIKE 'test\\_game\\_%'",
    values: [],
  };
  expect((await test.database.query<{ kind: string }>(kinds)).map(({ kind }) => kind)).toEqual([
    'test_game_stake_coins',
    'test_game_stake_winnings',
    'test_game_payout',
    'test_game_refund_coins',
    'test_game_refund_winnings',
  ]);
});

it.each([
  ['card', 'card', 'account card is taken by number 7'],
  ['sign-up', 'sign_up', 'account sign-up is taken by number 1'],
  ['no-such-game', 'none', 'the prefix of the game in the folder no-such-game must be no_such_game'],
  ['Cups', 'Cups', 'the prefix Cups is not made of'],
])('refuses a game in the folder %s with the prefix %s', async (folder, prefix, message) => {
  await expect(addGame(folder, prefix)).rejects.toThrow(message);
});

it('is refused to the role that the program works under', async () => {
  const call = { text: "SELECT ledger.add_game('hoopla', 'hoopla')", values: [] };
  await expect(test.database.query(call)).rejects.toThrow('permission denied for table account');
});
