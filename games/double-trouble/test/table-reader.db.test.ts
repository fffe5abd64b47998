/** What the live table reads of a draw's bets, on real PostgreSQL. */
import { databaseForAll } from '@fairground/server/test/for-tests';
import { addPlayer } from '@fairground/server/test/harness';
import { beforeEach, expect, it } from 'vitest';
import { readTable } from '../server/sql/table.sql.ts';
import { openDoubleTroubleTable, type DoubleTroubleTable } from './table.ts';

const test = databaseForAll();

let table: DoubleTroubleTable;

beforeEach(async () => {
  table = await openDoubleTroubleTable(test.database);
  await table.step();
});

it('sums the stakes on each kind of bet and on each number, and names each player once', async () => {
  const one = await addPlayer(test.database, 'one_stake', 1_000);
  const two = await addPlayer(test.database, 'two_stake', 1_000);
  const { id: drawId } = await table.open();
  expect(await readTable.first(test.database.query, { drawId })).toEqual({
    players: [],
    under: 0n,
    exact: 0n,
    over: 0n,
    numbers: [],
  });
  for (const bet of [
    { playerId: one, drawType: 'Under', stakeCoins: 100 },
    { playerId: two, drawType: 'Under', stakeCoins: 20 },
    { playerId: one, drawType: 'Exact', stakeCoins: 50 },
    { playerId: two, drawType: 'Over', stakeCoins: 70 },
    { playerId: one, drawType: 'Number', number: 30, stakeCoins: 30 },
    { playerId: two, drawType: 'Number', number: 30, stakeCoins: 40 },
    { playerId: two, drawType: 'Number', number: 1, stakeCoins: 90 },
  ] as const) {
    expect(await table.place(bet)).toBe('ok');
  }
  const read = await readTable.first(test.database.query, { drawId });
  expect(read).toMatchObject({ under: 120n, exact: 50n, over: 70n });
  expect(new Set(read?.players)).toEqual(new Set([one, two]));
  expect(read?.players).toHaveLength(2);
  expect(new Map(read?.numbers as [number, number][])).toEqual(
    new Map([
      [1, 90],
      [30, 70],
    ]),
  );
});
