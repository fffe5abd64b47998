/** The crash of a running round: not in the database, and judged by nobody without the key. */
import { systemClock } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import { createSeal } from '@fairground/server/platform/secrets/seal';
import { systemEntropy } from '@fairground/server/platform/entropy';
import { createChainSlots } from '@fairground/game-kit/server';
import { databaseForAll } from '@fairground/server/test/for-tests';
import { startTestSite } from '@fairground/server/test/test-site';
import { addPlayer } from '@fairground/server/test/harness';
import { seededEntropy } from '@fairground/server/test/seeded-entropy';
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { multiplierAtMs } from '../rules.ts';
import { createAutoCashOutPayer } from '../server/auto-cash-outs.ts';
import { aviatorChainGame } from '../server/engine.ts';
import { createFlights, type Flights } from '../server/flights.ts';
import { readFlownMs } from '../server/round-queries.ts';
import { findRunningRound } from '../server/sql/rounds.sql.ts';
import { openRound } from './running-flights.ts';
import {
  crashTestRound,
  createTestService,
  flyTestRound,
  noPresses,
  openSealedTestRound,
  pressOf,
  type SealedTestRound,
  stakeOf,
  type TestService,
} from './table.ts';

const seal = createSeal(randomBytes(32));
let service: TestService;
let names = 0;

const flightsWith = (key = seal): Flights =>
  createFlights(
    createChainSlots({ database: test.database, entropy: systemEntropy, seal: key, game: aviatorChainGame }),
  );

const createService = (flights: Flights): TestService => createTestService(test.database, { flights });

const test = databaseForAll({ connections: 4 });
beforeAll(async () => {
  service = createService(flightsWith());
});

/** A player with 900 coins and a bet of 100 in the round that is open. */
const bet = async (autoHundredths: number | null = null): Promise<bigint> => {
  const playerId = await addPlayer(test.database, `sealed_${(names += 1)}`, 1_000);
  const placed = await service.placeBet(stakeOf(playerId, { autoHundredths }));
  expect(placed.ok).toBe(true);
  return playerId;
};

const cashOut = (by: TestService, playerId: bigint, roundId: bigint, receivedAt = performance.now()) =>
  by.cashOut(pressOf(playerId, roundId, 101, { receivedAt }));

/** Every value of every row of every table, with its table and column, as the owner reads them. */
const dump = (database: Database) =>
  database.transaction(async (query) => {
    await query({ text: 'SET LOCAL ROLE NONE', values: [] });
    const tables = await query<{ name: string }>({
      text: `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
      values: [],
    });
    const values: { place: string; value: string }[] = [];
    for (const { name } of tables) {
      values.push(
        ...(await query<{ place: string; value: string }>({
          text: `SELECT '${name}.' || e.key AS place, e.value FROM ${name} t, jsonb_each_text(to_jsonb(t)) e
            WHERE e.value IS NOT NULL`,
          values: [],
        })),
      );
    }
    return values;
  });

describe('the database', () => {
  /** A crash point and a length that no other number of the database is. */
  const isUnusual = (crashHundredths: number) => crashHundredths > 12_000 && crashHundredths % 100 !== 0;

  const placesOfCrash = async ({ roundId, flight, seed }: SealedTestRound) => {
    const [round] = await test.rows<{ starts_at: Date }>(
      'SELECT starts_at FROM aviator_round WHERE id = $1',
      roundId,
    );
    const startsAtMs = round?.starts_at.getTime() ?? 0;
    const secrets = new Set([
      String(flight.crashHundredths),
      String(flight.crashHundredths / 100),
      String(flight.flightMs),
    ]);
    const found = (await dump(test.database)).filter(({ value }) => {
      const atMs = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
      return (
        secrets.has(value) ||
        value.includes(seed.toString('hex')) ||
        Math.abs(atMs - startsAtMs - flight.flightMs) < 2
      );
    });
    return found.map(({ place }) => place).toSorted();
  };

  it('A16: has neither the crash point nor the time of the crash of a running round', async () => {
    const round = await openSealedTestRound(test.database, seal, isUnusual);
    const { roundId, flight } = round;
    const early = await bet();
    await bet(flight.crashHundredths + 1);
    expect(await placesOfCrash(round)).toEqual([]);
    await flyTestRound(test.database, roundId, 5_000);
    expect((await cashOut(service, early, roundId)).ok).toBe(true);
    expect(await placesOfCrash(round)).toEqual([]);
  });

  it('has both once it is over, which shows that they are found', async () => {
    const round = await openSealedTestRound(test.database, seal, isUnusual);
    await flyTestRound(test.database, round.roundId, round.flight.flightMs + 60_000);
    await crashTestRound(test.database, round.roundId);
    expect(await placesOfCrash(round)).toEqual([
      'public.aviator_round.crash_at',
      'public.aviator_round.crash_hundredths',
    ]);
  });
});

describe('a cash-out by hand', () => {
  it('A2: is paid before a sealed crash and not at it', async () => {
    const { roundId, flight } = await openSealedTestRound(test.database, seal, (point) => point > 300);
    const [early, late] = [await bet(), await bet()];
    const pressedAt = await flyTestRound(test.database, roundId, flight.flightMs - 1_000);
    expect((await cashOut(service, early, roundId, pressedAt)).ok).toBe(true);
    await flyTestRound(test.database, roundId, flight.flightMs);
    expect(await cashOut(service, late, roundId)).toMatchObject({ ok: false, code: 'too_late' });
    expect([await test.balanceOf(early), await test.balanceOf(late)]).toEqual([1_001, 900]);
  });

  it('is not paid by a process that cannot open the seed, and then by one that can', async () => {
    const { roundId } = await openSealedTestRound(test.database, seal, (point) => point > 1_000);
    const playerId = await bet();
    await flyTestRound(test.database, roundId, 1_000);
    const otherKey = createService(flightsWith(createSeal(randomBytes(32))));
    await expect(cashOut(otherKey, playerId, roundId)).rejects.toThrow();
    expect(await test.balanceOf(playerId)).toBe(900);
    expect((await cashOut(service, playerId, roundId)).ok).toBe(true);
    expect(await test.balanceOf(playerId)).toBe(1_001);
  });

  it('is not judged by a seed that is not the one of its commitment', async () => {
    const { roundId } = await openSealedTestRound(test.database, seal, () => true);
    await test.database.transaction(async (query) => {
      await query({ text: 'SET LOCAL ROLE NONE', values: [] });
      await query({
        text: `UPDATE aviator_round SET commitment = sha256('another') WHERE id = $1`,
        values: [roundId],
      });
    });
    await expect(flightsWith().find(test.database.query, roundId)).rejects.toThrow(/not the one/);
  });
});

describe('automatic cash-outs', () => {
  it('are paid at a sealed crash point, and none above it, however late the leader is', async () => {
    const { roundId, flight } = await openSealedTestRound(
      test.database,
      seal,
      (point) => point > 110 && point < 1_000,
    );
    const point = flight.crashHundredths;
    const [below, at, above] = [await bet(point - 1), await bet(point), await bet(point + 1)];
    await flyTestRound(test.database, roundId, flight.flightMs + 10_000);
    const round = await findRunningRound.first(test.database.query);
    if (!round) throw new Error('there is no round');
    const [lease] = await test.rows<{ epoch: bigint }>('SELECT epoch FROM director_lease');
    await createAutoCashOutPayer({
      clock: systemClock,
      presses: noPresses,
      query: test.database.query,
      playersChanged: () => undefined,
    }).payPassed(round, flight, {
      epoch: lease?.epoch ?? 0n,
      databaseNowMs: () => Date.now(),
      gap: { fromMs: 0, untilMs: 0 },
      clockJumps: 0,
      isPaused: false,
    });
    expect(await Promise.all([below, at, above].map((id) => test.balanceOf(id)))).toEqual([
      900 + point - 1,
      900 + point,
      900,
    ]);
  });
});

it('shows no more than the last millisecond of a sealed flight', async () => {
  const { roundId, flight } = await openSealedTestRound(test.database, seal, () => true);
  await flyTestRound(test.database, roundId, flight.flightMs + 60_000);
  expect(await readFlownMs(test.database.query, flightsWith(), roundId)).toBe(flight.flightMs - 1);
});

it('A2, A3: judges presses and limits around the crash by the point that the seed gives', async () => {
  const site = await startTestSite({
    clock: 'moved',
    entropy: seededEntropy(35),
    env: { AVIATOR_COUNTDOWN_MS: '2000' },
  });
  try {
    const players: string[] = [];
    for (const name of ['before', 'last', 'crash', 'limit', 'above'])
      players.push((await site.register(name)).token);
    for (const point of [112, 345, 678]) {
      const limits = [null, null, null, point / 100, (point + 1) / 100];
      const bets = players.map((token, index) => {
        const autoCashOut = limits[index];
        return autoCashOut == null ? { token } : { token, autoCashOut };
      });
      const row = await openRound(site, ({ crashHundredths }) => crashHundredths === point, bets);
      expect(await site.rows('SELECT crash_at FROM aviator_round WHERE id = $1', row.id)).toEqual([
        { crash_at: null },
      ]);
      const { crash_at: crashAt } = row;
      const flightMs = crashAt.getTime() - row.starts_at.getTime();
      const answers: unknown[] = [];
      for (const [index, msBeforeCrash] of [50, 1, 0].entries()) {
        await site.time.advanceTo(crashAt.getTime() - Math.max(1, msBeforeCrash));
        // Only the database's clock is at the crash: the leader has not written it.
        if (msBeforeCrash === 0) site.time.jump(1);
        const { status, body } = await site.call('POST', '/aviator/cashout', players[index] ?? '', {
          roundId: String(row.id),
          crashMultiplier: 10_000,
        });
        if (msBeforeCrash === 0) site.time.jump(-1);
        answers.push([status, body.code]);
      }
      expect(answers).toEqual([
        [200, undefined],
        [200, undefined],
        [409, 'too_late'],
      ]);
      await site.time.advanceTo(crashAt.getTime() + 1_100);
      expect(
        await site.rows(
          `SELECT outcome, cash_out_hundredths, press_ms FROM aviator_bet WHERE round_id = $1 ORDER BY player_id`,
          row.id,
        ),
      ).toEqual([
        { outcome: 'win', cash_out_hundredths: multiplierAtMs(flightMs - 50), press_ms: flightMs - 50 },
        { outcome: 'win', cash_out_hundredths: multiplierAtMs(flightMs - 1), press_ms: flightMs - 1 },
        { outcome: 'loss', cash_out_hundredths: null, press_ms: null },
        { outcome: 'win', cash_out_hundredths: point, press_ms: null },
        { outcome: 'loss', cash_out_hundredths: null, press_ms: null },
      ]);
      expect(
        await site.rows('SELECT crash_hundredths, crash_at FROM aviator_round WHERE id = $1', row.id),
      ).toEqual([{ crash_hundredths: point, crash_at: crashAt }]);
    }
    expect(await site.findViolations()).toEqual([]);
  } finally {
    await site.close();
  }
});
