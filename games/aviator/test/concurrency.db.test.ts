/** Races on real PostgreSQL: stakes, keys, cash-outs. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '@fairground/contract/user';
import type { Committed } from '@fairground/server/ledger/commit-together';
import { hashBody } from '@fairground/server/http/coin-request';
import { multiplierAtMs } from '../rules.ts';
import type { PlaceBet } from '../server/service.ts';
import type { Database } from '@fairground/server/platform/database/database';
import { createTestService, flyTestRound, openTestRound, pressOf, type TestService } from './table.ts';
import { databaseForAll } from '@fairground/server/test/for-tests';
import { addPlayer } from '@fairground/server/test/harness';
import { countOutcomes, outcomeOf, textOf } from '../../../apps/server/test/outcomes.ts';
import { refuse } from '@fairground/contract/errors';

let services: TestService[];
let round: bigint;

const fly = (agoMs: number) => flyTestRound(test.database, round, agoMs);

const pressMsOf = async (playerId: bigint): Promise<number> => {
  const [bet] = await test.rows<{ press_ms: number | null }>(
    'SELECT press_ms FROM aviator_bet WHERE player_id = $1',
    playerId,
  );
  return bet?.press_ms ?? NaN;
};

const place = (playerId: bigint, stakeCoins: number, key?: string): PlaceBet => ({
  playerId,
  stakeCoins,
  autoHundredths: null,
  slot: 1,
  roundId: null,
  idempotency: key === undefined ? undefined : { key, bodyHash: hashBody({ amount: stakeCoins }) },
});

const createService = (database: Database): TestService => createTestService(database);

const test = databaseForAll({ connections: 8 });
beforeAll(async () => {
  // Two services represent two processes: they share only the database.
  services = [0, 1].map(() => createService(test.database));
});

beforeEach(async () => {
  round = await openTestRound(test.database, 500);
});

/** When unpaid presses arrived for the bets of a player, in the order of the bets. */
const unpaidPressesOf = async (playerId: bigint): Promise<(number | null)[]> =>
  (
    await test.rows<{ unpaid_press_ms: number | null }>(
      'SELECT unpaid_press_ms FROM aviator_bet WHERE player_id = $1 ORDER BY id',
      playerId,
    )
  ).map((bet) => bet.unpaid_press_ms);

const service = (index: number): TestService => services[index % services.length] as TestService;

describe('one round', () => {
  it('A5: accepts one bet and takes one stake for a hundred concurrent bets of one player', async () => {
    const alice = await addPlayer(test.database, 'alice', 1_000);
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => service(index).placeBet(place(alice, 100))),
    );
    expect(countOutcomes(results)).toEqual({ done: 1, bet_already_active: 99 });
    expect(await test.balanceOf(alice)).toBe(900);
  });

  it('I6: places one bet and gives fifty equal answers for fifty concurrent uses of one key', async () => {
    const bob = await addPlayer(test.database, 'bob', 1_000);
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => service(index).placeBet(place(bob, 50, 'key-1'))),
    );
    const texts = new Set(results.map((item) => textOf(item)));
    expect(texts.size).toBe(1);
    expect(countOutcomes(results)).toEqual({ done: 1, replayed: 49 });
    expect(await test.balanceOf(bob)).toBe(950);
  });

  it('A6: rejects the same key with another body and moves nothing', async () => {
    const carol = await addPlayer(test.database, 'carol', 1_000);
    await service(0).placeBet(place(carol, 50, 'key-2'));
    const again = await service(1).placeBet(place(carol, 60, 'key-2'));
    expect(again).toEqual(refuse('idempotency_mismatch'));
    expect(await test.balanceOf(carol)).toBe(950);
  });

  it('judges a refused call anew when its key comes again', async () => {
    const dave = await addPlayer(test.database, 'dave', 10);
    const refused = await service(0).placeBet(place(dave, 50, 'key-3'));
    const again = await service(1).placeBet(place(dave, 10, 'key-3'));
    expect(refused).toEqual(refuse('insufficient_coins'));
    expect(again).toMatchObject({ ok: true, value: { isReplay: false } });
  });

  it('A3: pays once for a hundred concurrent cash-outs', async () => {
    const erin = await addPlayer(test.database, 'erin', 1_000);
    await service(0).placeBet(place(erin, 100));
    await fly(5_000);
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => service(index).cashOut(pressOf(erin, round, 150))),
    );
    expect(countOutcomes(results)).toEqual({ done: 1, no_active_bet: 99 });
    expect(await test.balanceOf(erin)).toBe(1_050);
  });

  it('takes the bets of both slots at the same moment, each judged by what the one before left', async () => {
    const [fay, gus] = [
      await addPlayer(test.database, 'fay', 150),
      await addPlayer(test.database, 'gus', 1_000),
    ];
    const sent: PlaceBet[] = [
      place(fay, 100, 'one'),
      place(gus, 100),
      { ...place(fay, 100, 'two'), slot: 2 },
      place(fay, 10, 'three'),
      { ...place(fay, 50, 'four'), slot: 2 },
      { ...place(gus, 200, 'two'), slot: 2 },
    ];
    const send = () => Promise.all(sent.map((bet) => service(0).placeBet(bet)));
    const results = await send();
    const outcomes = results.map(outcomeOf);
    expect(outcomes).toEqual(['done', 'done', 'insufficient_coins', 'bet_already_active', 'done', 'done']);
    expect(await Promise.all([fay, gus].map((id) => test.balanceOf(id)))).toEqual([0, 700]);
    const again = await send();
    expect(again.map(outcomeOf)).toEqual([
      'replayed',
      'bet_already_active',
      'bet_already_active',
      'bet_already_active',
      'replayed',
      'replayed',
    ]);
    const betOf = (committed: Committed<User> | undefined): unknown =>
      committed && (JSON.parse(textOf(committed)) as { bet: unknown }).bet;
    for (const index of [0, 4, 5]) expect(betOf(again[index])).toEqual(betOf(results[index]));
  });

  it('A5: accepts one bet per slot for a hundred concurrent bets of one player in both', async () => {
    const alice = await addPlayer(test.database, 'alice_of_both', 1_000);
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        service(index >> 1).placeBet({ ...place(alice, 100), slot: index % 2 === 0 ? 1 : 2 }),
      ),
    );
    expect(countOutcomes(results)).toEqual({ done: 2, bet_already_active: 98 });
    expect(await test.balanceOf(alice)).toBe(800);
  });

  it('A5: never stakes more than the balance on both slots together', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const player = await addPlayer(test.database, `one_stake_${turn}`, 150);
      const results = await Promise.all([
        service(0).placeBet(place(player, 100)),
        service(1).placeBet({ ...place(player, 100), slot: 2 }),
      ]);
      expect(countOutcomes(results)).toEqual({ done: 1, insufficient_coins: 1 });
      expect(await test.balanceOf(player)).toBe(50);
    }
  });

  it('A3: pays each slot once for a hundred concurrent cash-outs of both', async () => {
    const erin = await addPlayer(test.database, 'erin_of_both', 1_000);
    await service(0).placeBet(place(erin, 100));
    await service(0).placeBet({ ...place(erin, 200), slot: 2 });
    await fly(5_000);
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        service(index >> 1).cashOut(
          pressOf(erin, round, index % 2 === 0 ? 150 : 120, { slot: index % 2 === 0 ? 1 : 2 }),
        ),
      ),
    );
    expect(countOutcomes(results)).toEqual({ done: 2, no_active_bet: 98 });
    expect(await test.balanceOf(erin)).toBe(700 + 150 + 240);
  });

  it('A1: pays what the curve shows when more is requested', async () => {
    const frank = await addPlayer(test.database, 'frank', 1_000);
    await service(0).placeBet(place(frank, 100));
    await fly(5_000);
    const result = await service(0).cashOut(pressOf(frank, round, 100_000));
    expect(outcomeOf(result)).toBe('done');
    const pressMs = await pressMsOf(frank);
    expect(pressMs).toBeGreaterThanOrEqual(5_000);
    expect(await test.balanceOf(frank)).toBe(900 + multiplierAtMs(pressMs));
  });

  it('waits for a connection again while all are in use, and then pays by when the press arrived', async () => {
    const patty = await addPlayer(test.database, 'patty', 1_000);
    await service(0).placeBet(place(patty, 100));
    await fly(5_000);
    let refusals = 0;
    const busy = createService({
      ...test.database,
      transaction: (work) => {
        refusals += 1;
        if (refusals > 3) return test.database.transaction(work);
        return Promise.reject(new Error('timeout exceeded when trying to connect'));
      },
    });
    const press = {
      playerId: patty,
      roundId: round,
      slot: 1,
      askedHundredths: 150,
    } as const;
    expect(outcomeOf(await busy.cashOut({ ...press, receivedAt: performance.now() }))).toBe('done');
    expect(refusals).toBe(4);
    expect(await test.balanceOf(patty)).toBe(1_050);
    const away = createService({
      ...test.database,
      transaction: () => Promise.reject(new Error('Connection terminated unexpectedly')),
    });
    await expect(away.cashOut({ ...press, receivedAt: performance.now() })).rejects.toThrow('terminated');
  });

  it('A2: rejects a cash-out after the crash and writes nothing', async () => {
    const grace = await addPlayer(test.database, 'grace', 1_000);
    await service(0).placeBet(place(grace, 100));
    await fly(16_200);
    const result = await service(0).cashOut(pressOf(grace, round, 110));
    expect(result).toEqual(refuse('too_late'));
    expect(await test.balanceOf(grace)).toBe(900);
  });

  it('A2: records the first late press of each bet, however many arrive at both processes', async () => {
    const player = await addPlayer(test.database, 'late_in_both', 1_000);
    await service(0).placeBet(place(player, 100));
    await service(0).placeBet({ ...place(player, 100), slot: 2 });
    await fly(16_200);
    const flownAt = performance.now();
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        service(index >> 1).cashOut(pressOf(player, round, 110, { slot: index % 2 === 0 ? 1 : 2 })),
      ),
    );
    expect(countOutcomes(results)).toEqual({ too_late: 40 });
    const [first, second] = await unpaidPressesOf(player);
    // The flight of 5.00x lasts 16,115 ms.
    expect(first).toBeGreaterThanOrEqual(16_200);
    // An earlier one that another process judges later.
    const earlier = pressOf(player, round, 110, { receivedAt: flownAt - 60 });
    expect(await service(1).cashOut(earlier)).toEqual(refuse('too_late'));
    const [now, other] = await unpaidPressesOf(player);
    expect(now).toBeLessThan(first ?? 0);
    expect(now).toBeGreaterThanOrEqual(16_115);
    expect(other).toBe(second);
    expect(await service(0).cashOut(pressOf(player, round, 110))).toEqual(refuse('too_late'));
    expect(await unpaidPressesOf(player)).toEqual([now, second]);
    for (const change of ['unpaid_press_ms + 1', 'NULL']) {
      const update = `UPDATE aviator_bet SET unpaid_press_ms = ${change} WHERE player_id = $1`;
      await expect(test.rows(update, player)).rejects.toThrow('is final');
    }
  });

  it('records no press that arrives before the crash, for no bet, or more than a minute after the crash', async () => {
    const early = await addPlayer(test.database, 'pressed_early', 1_000);
    const spectator = await addPlayer(test.database, 'without_bet', 1_000);
    await service(0).placeBet(place(early, 100));
    const press = (playerId: bigint, receivedAt = performance.now()) =>
      service(0).cashOut(pressOf(playerId, round, 101, { receivedAt }));
    expect(await press(early)).toEqual(refuse('too_early'));
    const pressedAt = performance.now();
    await fly(50);
    expect(await press(early, pressedAt)).toEqual(refuse('too_early'));
    await fly(16_115 + 60_500);
    expect(await press(early)).toEqual(refuse('too_late'));
    expect(await press(spectator)).toEqual(refuse('no_active_bet'));
    expect(await unpaidPressesOf(early)).toEqual([null]);
  });

  it('stores when a paid press arrived', async () => {
    const winner = await addPlayer(test.database, 'paid_in_time', 1_000);
    await service(0).placeBet(place(winner, 100));
    await fly(5_000);
    const result = await service(0).cashOut(
      pressOf(winner, round, 110, { receivedAt: performance.now() - 1_000 }),
    );
    expect(outcomeOf(result)).toBe('done');
    // The press is dated when it arrived, not when it was judged.
    const pressMs = await pressMsOf(winner);
    expect(pressMs).toBeGreaterThanOrEqual(4_000);
    expect(pressMs).toBeLessThan(5_000 + 60_000);
    expect(await unpaidPressesOf(winner)).toEqual([null]);
  });

  it('A4: rejects a bet on a flying round or on a round other than the open one', async () => {
    const heidi = await addPlayer(test.database, 'heidi', 1_000);
    const other = await service(0).placeBet({ ...place(heidi, 10), roundId: round + 1n });
    await fly(1_000);
    const late = await service(0).placeBet(place(heidi, 10));
    expect([other, late]).toEqual([refuse('betting_closed'), refuse('betting_closed')]);
    expect(await test.balanceOf(heidi)).toBe(1_000);
  });
});
