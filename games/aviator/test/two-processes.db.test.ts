/** A41: presses of one bet that arrive at two processes, in each order in which they can be written. */
import { hashBody } from '@fairground/server/http/coin-request';
import { databaseForAll } from '@fairground/server/test/for-tests';
import { addPlayer } from '@fairground/server/test/harness';
import { waitsForLock } from '@fairground/server/test/lock-waits';
import { corrupt } from '@fairground/server/test/query-as-owner';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { outcomeOf } from '../../../apps/server/test/outcomes.ts';
import type { Press } from '../server/presses.ts';
import { crashTestRound, createTestService, flyTestRound, openTestRound, type TestService } from './table.ts';

let one: TestService;
let other: TestService;
let player: bigint;
let round: bigint;
let names = 0;
/** When the flight had lasted for five seconds, or a moment longer. */
let flownAt = 0;

const test = databaseForAll({ connections: 4 });
beforeAll(async () => {
  [one, other] = [createService(), createService()];
});

const createService = (): TestService => createTestService(test.database);

/** Opens a round that crashes at 5.00x; `start` flies it to 1.64x. */
beforeEach(async () => {
  await corrupt(test.database, 'UPDATE aviator_bet SET unpaid_press_ms = NULL');
  player = await addPlayer(test.database, `player_${(names += 1)}`, 1_000);
  round = await openTestRound(test.database, 500);
});

const start = async (autoHundredths: number | null = null, parachute = false) => {
  const placed = { playerId: player, stakeCoins: 100, autoHundredths, slot: 1, roundId: null } as const;
  const bet = { ...placed, parachute, isConnected: parachute };
  expect(outcomeOf(await one.placeBet(bet))).toBe('done');
  await flyTestRound(test.database, round, 5_000);
  flownAt = performance.now();
};

/**
 * A press that arrived this many milliseconds earlier, and was not written until now. It asks for less than the
 * curve shows.
 */
const press = (beforeMs: number, key?: string, changes: Partial<Press> = {}): Press => ({
  playerId: player,
  roundId: round,
  slot: 1,
  askedHundredths: 105,
  receivedAt: flownAt - beforeMs,
  ...(key !== undefined && { idempotency: { key, bodyHash: hashBody(Object.keys(changes)) } }),
  ...changes,
});

const balance = () => test.balanceOf(player);
const violations = async (): Promise<string[]> => (await test.findViolations()).map(({ states }) => states);
const overtaken = expect.stringContaining('50 ms after a press was received');

it('a refused use of its key with another body does not cancel a press', async () => {
  await start();
  expect(outcomeOf(await other.cashOut(press(0, 'one key', { roundId: round + 1_000n })))).toBe(
    'no_active_bet',
  );
  expect(outcomeOf(await one.cashOut(press(2_000, 'one key')))).toBe('done');
  expect(await balance()).toBe(900 + 105);
  expect(await violations()).toEqual([]);
});

it('an accepted use of its key with another body, before the press arrived, refuses it', async () => {
  await start();
  expect(outcomeOf(await other.cashOut(press(0, 'one key', { askedHundredths: 110 })))).toBe('done');
  expect(outcomeOf(await one.cashOut(press(2_000, 'one key')))).toBe('idempotency_mismatch');
  expect(await balance()).toBe(900 + 110);
});

it('the key that ended the bet in one slot ends none in the other slot', async () => {
  const bet = { playerId: player, stakeCoins: 100, autoHundredths: null, slot: 2, roundId: null } as const;
  expect(outcomeOf(await one.placeBet(bet))).toBe('done');
  await start();
  expect(outcomeOf(await one.cashOut(press(1_000, 'one key')))).toBe('done');
  for (const service of [one, other]) {
    expect(outcomeOf(await service.cashOut(press(500, 'one key', { slot: 2 })))).toBe('idempotency_mismatch');
  }
  expect(await balance()).toBe(800 + 105);
  expect(outcomeOf(await other.cashOut(press(500, 'other key', { slot: 2 })))).toBe('done');
});

it('gets the answer of a later press with the same key and body that was written first', async () => {
  await start();
  const first = await other.cashOut(press(20, 'one key'));
  const again = await one.cashOut(press(3_040, 'one key'));
  expect(outcomeOf(first)).toBe('done');
  expect(again).toMatchObject({
    ok: true,
    value: { isReplay: true, text: first.ok && 'text' in first.value && first.value.text },
  });
  expect(await violations()).toEqual([]);
});

it('a press whose later repeat came too late is paid by its own arrival', async () => {
  await start();
  await crashTestRound(test.database, round);
  await corrupt(
    test.database,
    `UPDATE aviator_round SET crash_at = starts_at + interval '4900 ms' WHERE id = $1`,
    [round],
  );
  expect(outcomeOf(await other.cashOut(press(0, 'one key')))).toBe('too_late');
  expect(outcomeOf(await one.cashOut(press(4_000, 'one key')))).toBe('done');
  expect(await balance()).toBe(900 + 105);
});

it('what a later press was paid stays, and the audit names the earlier one', async () => {
  await start();
  expect(outcomeOf(await other.cashOut(press(1_000)))).toBe('done');
  expect(outcomeOf(await one.cashOut(press(2_000)))).toBe('no_active_bet');
  expect(await balance()).toBe(900 + 105);
  expect(await violations()).toEqual([overtaken]);
});

it('the audit accepts presses that two processes received at the same moment', async () => {
  await start();
  expect(outcomeOf(await other.cashOut(press(1_000)))).toBe('done');
  expect(outcomeOf(await one.cashOut(press(1_030)))).toBe('no_active_bet');
  expect(await violations()).toEqual([]);
});

it('what an automatic cash-out was paid stays, and the audit names the earlier press', async () => {
  await start(150);
  await corrupt(
    test.database,
    `UPDATE aviator_bet SET outcome = 'win', cash_out_hundredths = 150, settled_at = clock_timestamp()
     WHERE round_id = $1`,
    [round],
  );
  const later = await one.cashOut(press(900));
  expect(later).toMatchObject({ ok: true, value: { status: 200 } });
  expect(await test.rows('SELECT FROM aviator_bet WHERE unpaid_press_ms IS NOT NULL')).toEqual([]);
  expect(outcomeOf(await one.cashOut(press(4_500)))).toBe('no_active_bet');
  expect(await violations()).toContainEqual(overtaken);
});

it('the audit finds a cash-out that pays more than the curve showed when it was received', async () => {
  await start();
  expect(outcomeOf(await one.cashOut(press(1_000)))).toBe('done');
  const states = expect.stringContaining('more than the curve showed when it was received');
  expect(await violations()).not.toContainEqual(states);
  await corrupt(test.database, 'UPDATE aviator_bet SET press_ms = 400 WHERE round_id = $1', [round]);
  expect(await violations()).toContainEqual(states);
});

it('a parachute leaves a bet alone that came due, that has ended, or whose round is over', async () => {
  await start(150, true);
  const opening = (beforeMs: number) =>
    one.cashOut(press(beforeMs, undefined, { silentSince: flownAt - 4_500 }));
  expect(outcomeOf(await opening(0))).toBe('no_active_bet');
  const bets = () => test.rows('SELECT outcome, unpaid_press_ms FROM aviator_bet WHERE round_id = $1', round);
  expect(await bets()).toEqual([{ outcome: 'pending', unpaid_press_ms: null }]);
  expect(outcomeOf(await other.cashOut(press(2_000)))).toBe('done');
  expect(outcomeOf(await opening(2_100))).toBe('no_active_bet');
  expect(await bets()).toEqual([{ outcome: 'win', unpaid_press_ms: null }]);

  round = await openTestRound(test.database, 150);
  await start(null, true);
  expect(outcomeOf(await opening(0))).toBe('too_late');
  expect(await bets()).toEqual([{ outcome: 'pending', unpaid_press_ms: null }]);
});

it('of a press and a parachute at the same moment on two processes, one ends the bet', async () => {
  await start(null, true);
  const answers = await Promise.all([
    one.cashOut(press(0, undefined, { silentSince: flownAt - 2_000, askedHundredths: 1_000_000 })),
    other.cashOut(press(0, 'one key')),
  ]);
  expect(answers.map(outcomeOf).toSorted()).toEqual(['done', 'no_active_bet']);
  const [bet] = await test.rows<{ paid: number; silent_since_ms: number | null }>(
    'SELECT cash_out_hundredths AS paid, silent_since_ms FROM aviator_bet WHERE round_id = $1',
    round,
  );
  // The press asked for 1.05x; the parachute takes what the curve shows.
  const isPress = bet?.silent_since_ms === null;
  expect(bet?.paid).toBeGreaterThanOrEqual(isPress ? 105 : 164);
  expect(bet?.paid === 105).toBe(isPress);
  expect(await violations()).not.toContainEqual(overtaken);
});

it('a press that waited while its round was voided finds no bet, and the audit finds nothing', async () => {
  await start();
  const voided = await test.database.transaction(async (query) => {
    await query({ text: 'SET LOCAL ROLE NONE', values: [] });
    await query({ text: 'SET LOCAL session_replication_role = replica', values: [] });
    await query({ text: 'SELECT FROM wallet WHERE player_id = $1 FOR UPDATE', values: [player] });
    const pressed = one.cashOut(press(500));
    expect(await waitsForLock(test.database, 'lock_wallets', pressed)).toBe(true);
    await query({
      text: `WITH voided AS (
          UPDATE aviator_bet SET outcome = 'void', settled_at = clock_timestamp() WHERE round_id = $1
        )
        UPDATE aviator_round SET state = 'void', void_reason = 'operator', finished_at = clock_timestamp(),
          crash_hundredths = 500, crash_at = starts_at + interval '16115 ms' WHERE id = $1`,
      values: [round],
    });
    return { pressed };
  });
  expect(outcomeOf(await voided.pressed)).toBe('no_active_bet');
  expect(await test.rows('SELECT unpaid_press_ms FROM aviator_bet WHERE round_id = $1', round)).toEqual([
    { unpaid_press_ms: null },
  ]);
  expect(await violations()).not.toContainEqual(overtaken);
});
