/** What the page of a draw says while the draw is over but not settled, and of a player with very many bets in it. */
import { databaseForEach } from '@fairground/server/test/for-tests';
import { addPlayer } from '@fairground/server/test/harness';
import { maxOwnStakes } from '@fairground/contract/rounds';
import type { Database } from '@fairground/server/platform/database/database';
import type { GameRounds } from '@fairground/game-kit/server';
import { beforeEach, expect, it } from 'vitest';
import { createEndedDraws } from '../server/ended-draws.ts';
import {
  drawNow,
  makeDue,
  openDoubleTroubleTable,
  openEngine,
  stepContext,
  type DoubleTroubleTable,
} from './table.ts';

let table: DoubleTroubleTable;
let rounds: GameRounds;
let counts: number;

const test = databaseForEach({ isAudited: true });
beforeEach(async () => {
  table = await openDoubleTroubleTable(test.database);
  await table.step();
  rounds = createEndedDraws({ database: test.database, findProof: table.service.findProof });
  counts = 0;
});

const query: Database['query'] = (statement) => {
  if (statement.text.includes('count(DISTINCT')) counts += 1;
  return test.database.query(statement);
};

it('lists the newest stakes of a player, and says how many there are', async () => {
  const alice = await addPlayer(test.database, 'alice', 100_000);
  for (let placed = 0; placed < maxOwnStakes + 3; placed += 1)
    expect(await table.place({ playerId: alice })).toBe('ok');
  await drawNow(test.database, table);
  const id = (await table.service.status())?.current?.drawId ?? '';
  const { entries, total, settled } = await rounds.ownStakes(id, alice);
  expect({ listed: entries.length, total, settled }).toEqual({
    listed: maxOwnStakes,
    total: maxOwnStakes + 3,
    settled: true,
  });
  const ids = entries.map((entry) => BigInt(entry.id));
  expect(ids).toEqual(ids.toSorted((one, other) => Number(other - one)));
});

it('says that a draw is over and not settled, and keeps its sums only once it is settled', async () => {
  const alice = await addPlayer(test.database, 'alice', 1_000);
  const bob = await addPlayer(test.database, 'bob', 1_000);
  for (const playerId of [alice, bob]) expect(await table.place({ playerId })).toBe('ok');
  const open = await table.open();
  expect(await rounds.ownStakes(String(open.id), alice)).toEqual({ entries: [], total: 0, settled: false });
  await makeDue(test.database, 5);
  const { id } = await table.open();
  // A bet of a chunk, and a clock by which each chunk takes the time of a whole step.
  let nowMs = Date.now();
  const slowly = () => step(stepContext({ databaseNowMs: () => (nowMs += 5_000) }));
  const { step } = openEngine(test.database, table, { chunk: 1 });
  const isBobPending = async () =>
    (await rounds.ownStakes(String(id), alice)).settled && !(await rounds.ownStakes(String(id), bob)).settled;
  for (let steps = 0; steps < 10 && !(await isBobPending()); steps += 1) await slowly();
  expect(await rounds.ownStakes(String(id), alice)).toMatchObject({ total: 1, settled: true });
  expect(await rounds.ownStakes(String(id), bob)).toEqual({ entries: [], total: 1, settled: false });
  const before = await rounds.find(String(id), query);
  expect(before).toMatchObject({ settled: false, round: { bets: 2 } });
  for (let steps = 0; steps < 3; steps += 1) await step(stepContext());
  counts = 0;
  expect(await rounds.find(String(id), query)).toMatchObject({ settled: true, round: { bets: 2 } });
  expect(await rounds.find(String(id), query)).toMatchObject({ settled: true, round: { bets: 2 } });
  expect(counts).toBe(1);
  expect(await rounds.ownStakes(String(id), bob)).toMatchObject({ entries: [{ stake: 10 }], settled: true });
});
