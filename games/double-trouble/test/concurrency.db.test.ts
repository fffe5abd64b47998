/** Races on real PostgreSQL: many bets of one player, one key many times, bets against the close. */
import type { User } from '@fairground/contract/user';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Committed } from '@fairground/server/ledger/commit-together';
import { createDoubleTroubleService, type DoubleTroubleService, type PlaceBet } from '../server/service.ts';
import { hashBody } from '@fairground/server/http/coin-request';
import { codeOf, settleTestDraw, makeDue, openTestDraw } from './table.ts';
import { databaseForAll } from '@fairground/server/test/for-tests';
import { addPlayer, quietCalls } from '@fairground/server/test/harness';
import { countOutcomes, textOf } from '../../../apps/server/test/outcomes.ts';

let services: DoubleTroubleService[];

const test = databaseForAll({ isAudited: true, connections: 8 });
beforeAll(async () => {
  // Two services represent two processes: they share only the database.
  services = [0, 1].map(() =>
    createDoubleTroubleService({
      ...quietCalls,
      database: test.database,
      max: 30,
    }),
  );
});

beforeEach(() => openTestDraw(test.database, 30));

const place = (index: number, bet: Partial<PlaceBet> & { playerId: bigint }) =>
  (services[index % services.length] as DoubleTroubleService).placeBet({
    drawType: 'Over',
    number: null,
    stakeCoins: 10,
    drawId: null,
    ...bet,
  });

it('A5: accepts exactly ten of a hundred concurrent bets with coins for ten, and settles each', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => place(index, { playerId: alice })),
  );
  expect(countOutcomes(answers)).toEqual({ done: 10, insufficient_coins: 90 });
  expect(await test.balanceOf(alice)).toBe(0);
  await settleTestDraw(test.database, 22);
  expect(await test.balanceOf(alice)).toBe(190);
});

it('I6: places one bet and gives fifty equal answers for fifty concurrent uses of one key', async () => {
  const bob = await addPlayer(test.database, 'bob', 1_000);
  const bodyHash = hashBody({ drawType: 'Over', amount: 10 });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      place(index, { playerId: bob, idempotency: { key: 'one', bodyHash } }),
    ),
  );
  expect(countOutcomes(answers)).toEqual({ done: 1, replayed: 49 });
  expect(new Set(answers.map((answer) => textOf(answer))).size).toBe(1);
  expect(await test.balanceOf(bob)).toBe(990);
  const other = { key: 'one', bodyHash: hashBody({ drawType: 'Under', amount: 10 }) };
  expect(codeOf(await place(0, { playerId: bob, idempotency: other }))).toBe('idempotency_mismatch');
  await settleTestDraw(test.database, 22);
});

it('A4: accepts bets before the close, refuses later ones, and settles all accepted ones', async () => {
  const players = await Promise.all(
    Array.from({ length: 20 }, (_, index) => addPlayer(test.database, `rush_${index}`, 10_000)),
  );
  // The close is a second before the draw.
  await makeDue(test.database, -1_400);
  const answers: Committed<User>[] = [];
  await Promise.all(
    players.map(async (playerId, index) => {
      for (;;) {
        const answer = await place(index, { playerId });
        answers.push(answer);
        if (codeOf(answer) !== 'ok') return;
      }
    }),
  );
  const { done = 0, ...refused } = countOutcomes(answers);
  expect(done, 'the rush was not vacuous').toBeGreaterThan(20);
  expect(refused).toEqual({ betting_closed: 20 });
  await settleTestDraw(test.database, 22);
  const [left] = await test.rows<{ pending: number }>(
    `SELECT count(*)::integer AS pending FROM double_trouble_bet WHERE outcome = 'pending'`,
  );
  expect(left?.pending).toBe(0);
});
