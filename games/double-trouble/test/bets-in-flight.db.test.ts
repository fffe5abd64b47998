/**
 * A bet that is written while its draw is moved, skipped, drawn or void ends in exactly one of them, settled or
 * refunded.
 */
import { beforeEach, expect, it } from 'vitest';
import { databaseForEach } from '@fairground/server/test/for-tests';
import { addPlayer } from '@fairground/server/test/harness';
import { waitsForLock } from '@fairground/server/test/lock-waits';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';
import { voidDraw } from '../server/draw-queries.ts';
import { makeDue, placeUnder, openDoubleTroubleTable, type DoubleTroubleTable } from './table.ts';

let table: DoubleTroubleTable;
let alice: bigint;

const test = databaseForEach({ isAudited: true });
beforeEach(async () => {
  table = await openDoubleTroubleTable(test.database);
  alice = await addPlayer(test.database, 'alice', 100);
  await table.step();
});

const balance = () => test.balanceOf(alice);

/**
 * Takes a step of an engine while a bet is written but not committed, and commits the bet once the step waits for it.
 * The engine looked for bets before.
 */
const stepDuringBet = async (step: () => Promise<unknown>) => {
  const stepping = await test.database.transaction(async (query) => {
    const placed = await placeUnder(query, alice);
    expect(placed?.refusal).toBeNull();
    const running = step();
    expect(await waitsForLock(test.database, 'double_trouble_draw', running), 'the step waits').toBe(true);
    // In an object: a promise would be waited for before the commit.
    return { running };
  });
  await stepping.running;
};

const betAndDraw = async () => {
  const rows = await test.rows<{ outcome: string; state: string | null }>(
    `SELECT b.outcome, d.state FROM double_trouble_bet b LEFT JOIN double_trouble_draw d ON d.id = b.draw_id`,
  );
  expect(rows).toHaveLength(1);
  return rows[0];
};

it('F30: a draw that other settings would move stays while a bet on it is written', async () => {
  const { id } = await table.open();
  const wider = await openDoubleTroubleTable(test.database, { intervalMs: 7_200_000, max: 50 });
  await stepDuringBet(() => wider.step());
  expect(await betAndDraw()).toEqual({ outcome: 'pending', state: 'open' });
  expect((await table.open()).id).toBe(id);
  await makeDue(test.database, 5);
  await table.step();
  expect((await betAndDraw())?.state).toBe('finished');
});

it('F30: a missed slot is drawn late instead of skipped where a bet on it is written in the meantime', async () => {
  await stepDuringBet(() => table.step({ databaseNowMs: () => Date.now() + 3 * 3_600_000 }));
  expect(await betAndDraw()).toEqual({ outcome: 'pending', state: 'open' });
  await makeDue(test.database, 3 * 3_600_000);
  await table.step();
  expect((await betAndDraw())?.state).toBe('finished');
});

it('F30: a draw that becomes void while a bet on it is written refunds the bet', async () => {
  const { id } = await table.open();
  await stepDuringBet(() =>
    test.database.transaction((query) =>
      voidDraw(query, { epoch: 0n, drawId: id, reason: 'restore', isEarly: true }),
    ),
  );
  expect(await betAndDraw()).toEqual({ outcome: 'void', state: 'void' });
  expect(await balance()).toBe(100);
});

it('F30: a draw with bets is neither moved nor deleted, not even by the owner of the tables', async () => {
  const { id } = await table.open();
  expect(await table.place({ playerId: alice })).toBe('ok');
  for (const text of [
    `UPDATE double_trouble_draw SET id = id + 1000, draws_at = draws_at + interval '1 s'`,
    'DELETE FROM double_trouble_draw',
  ]) {
    await expect(queryAsOwner(test.database, text)).rejects.toThrow(
      `row ${id} of double_trouble_draw has bets`,
    );
  }
});
