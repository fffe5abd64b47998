/** Automatic cash-outs paid in flight, raced with cash-outs by hand and between leaders, on real PostgreSQL. */
import type { StepContext } from '@fairground/server/director/director';
import { takeLease } from '@fairground/server/director/lease';
import { systemClock } from '@fairground/server/platform/clock';
import { databaseForAll } from '@fairground/server/test/for-tests';
import { addPlayer } from '@fairground/server/test/harness';
import { beforeAll, expect, it } from 'vitest';
import { createAutoCashOutPayer, type AutoCashOutPayer } from '../server/auto-cash-outs.ts';
import { payAutoCashOuts, type Round } from '../server/round-queries.ts';
import { findRunningRound } from '../server/sql/rounds.sql.ts';
import { flightMsForCrash, flightMsTo } from '../rules.ts';
import {
  noPresses,
  createTestService,
  flyTestRound,
  openTestRound,
  pressOf,
  stakeOf,
  type TestService,
} from './table.ts';

let services: TestService[];
let names = 0;

const test = databaseForAll({ connections: 8 });
beforeAll(async () => {
  services = [0, 1].map(() => createTestService(test.database));
});

const service = (index: number): TestService => services[index % services.length] as TestService;

/** Opens a round, places a bet of 100 for each automatic cash-out, and sets the take-off into the past. */
const fly = async (crashHundredths: number, autos: readonly number[], agoMs: number) => {
  const roundId = await openTestRound(test.database, crashHundredths);
  const players: bigint[] = [];
  for (const _ of autos) players.push(await addPlayer(test.database, `auto_${(names += 1)}`, 1_000));
  await Promise.all(
    autos.map((autoHundredths, index) =>
      service(0).placeBet(stakeOf(players[index] as bigint, { autoHundredths })),
    ),
  );
  await flyTestRound(test.database, roundId, agoMs);
  return { roundId, players };
};

const paymentsOf = async (roundId: bigint): Promise<number> => {
  const [row] = await test.rows<{ count: bigint }>(
    `SELECT count(*) FROM transfer t JOIN aviator_bet b ON b.id = t.source
      WHERE t.kind = 'aviator_payout' AND b.round_id = $1`,
    roundId,
  );
  return Number(row?.count);
};

const betIdsOf = async (roundId: bigint): Promise<bigint[]> =>
  (
    await test.rows<{ id: bigint }>('SELECT id FROM aviator_bet WHERE round_id = $1 ORDER BY id', roundId)
  ).map(({ id }) => id);

const runningRound = async (): Promise<Round> => {
  const round = await findRunningRound.first(test.database.query);
  if (!round) throw new Error('there is no round');
  return round;
};

const context = (epoch: bigint, databaseNowMs = () => Date.now()): StepContext => ({
  epoch,
  databaseNowMs,
  gap: { fromMs: 0, untilMs: 0 },
  clockJumps: 0,
  isPaused: false,
});

/** The rounds here crash at 5.00x. */
const flight = { crashHundredths: 500, flightMs: flightMsForCrash(500) };

const createPayer = (paid: bigint[]): AutoCashOutPayer =>
  createAutoCashOutPayer({
    clock: systemClock,
    presses: noPresses,
    query: test.database.query,
    playersChanged: (players) => paid.push(...players),
  });

/** Pays until nothing is due. */
const payAll = async (payer: AutoCashOutPayer, stepContext: StepContext): Promise<void> => {
  const round = await runningRound();
  const nowMs = stepContext.databaseNowMs();
  while ((await payer.payPassed(round, flight, { ...stepContext, databaseNowMs: () => nowMs })) === 0);
};

const epoch = async (): Promise<bigint> => {
  const [row] = await test.rows<{ epoch: bigint }>('SELECT epoch FROM director_lease');
  return row?.epoch ?? 0n;
};

it('A3: pays once when the leader and manual cash-outs race', async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const { roundId, players } = await fly(500, [110, 120, 130, 140], 5_000);
    const paid: bigint[] = [];
    await Promise.all([
      payAll(createPayer(paid), context(await epoch())),
      ...players.flatMap((playerId) =>
        [0, 1].map((index) => service(index).cashOut(pressOf(playerId, roundId, 10_000))),
      ),
    ]);
    expect(await paymentsOf(roundId)).toBe(4);
    expect(await Promise.all(players.map((id) => test.balanceOf(id)))).toEqual([1_010, 1_020, 1_030, 1_040]);
  }
});

it('pays everything at or below the curve in chunks, in one pass', async () => {
  const autos = Array.from({ length: 450 }, (_, index) => 101 + (index % 3) * 10);
  const { roundId, players } = await fly(500, autos, flightMsTo(115));
  const paid: bigint[] = [];
  await payAll(createPayer(paid), context(await epoch()));
  expect(await paymentsOf(roundId)).toBe(300);
  expect(new Set(paid).size).toBe(300);
  expect(await test.balanceOf(players[2] as bigint)).toBe(900);
});

it('F2: pays under another leader what a killed one left, and nothing under the old epoch', async () => {
  const { roundId, players } = await fly(
    500,
    Array.from({ length: 300 }, () => 110),
    5_000,
  );
  const round = await runningRound();
  const first = context(await epoch());
  // The first leader is killed after one chunk.
  const killed = createPayer([]);
  await killed.payPassed(round, flight, first);
  const afterFirst = await paymentsOf(roundId);
  expect(afterFirst).toBe(250);
  await test.rows(`UPDATE director_lease SET renewed_at = renewed_at - interval '1 minute'`);
  const taken = await takeLease(test.database, 'another');
  if (!taken) throw new Error('the lease was not taken');
  await killed.payPassed(round, flight, first);
  expect(await paymentsOf(roundId)).toBe(afterFirst);
  await payAll(createPayer([]), context(taken.epoch));
  expect(await paymentsOf(roundId)).toBe(300);
  expect(await test.balanceOf(players[299] as bigint)).toBe(1_010);
});

it("never pays above what the curve has passed, nor before the curve reaches it by the database's clock", async () => {
  const { roundId } = await fly(150, [140, 150, 151], 3_500);
  const betIds = await betIdsOf(roundId);
  const pay = async (passedHundredths: number) =>
    payAutoCashOuts(test.database.query, {
      epoch: await epoch(),
      roundId,
      betIds,
      passedHundredths,
      passedMs: flightMsTo(passedHundredths),
    });
  // 3.5 s after take-off the curve shows less than 2.00x.
  expect(await pay(200)).toEqual({ isDue: false, players: [] });
  expect(await paymentsOf(roundId)).toBe(0);
  await flyTestRound(test.database, roundId, 20_000);
  expect((await pay(150)).players).toHaveLength(2);
  expect(await paymentsOf(roundId)).toBe(2);
});

it('sends no query until the next payment is due', async () => {
  await fly(500, [120, 300], flightMsTo(121));
  const round = await runningRound();
  let queries = 0;
  const payer = createAutoCashOutPayer({
    clock: systemClock,
    presses: noPresses,
    query: (asked) => {
      queries += 1;
      return test.database.query(asked);
    },
    playersChanged: () => undefined,
  });
  const startsAtMs = round.starts_at.getTime();
  const at = async (flownMs: number) =>
    payer.payPassed(
      round,
      flight,
      context(await epoch(), () => startsAtMs + flownMs),
    );
  const early = flightMsTo(120) - 1;
  expect(await at(early)).toBe(1);
  expect(queries).toBe(1);
  expect(await at(early)).toBe(1);
  expect(queries).toBe(1);
  expect(await at(flightMsTo(120))).toBe(flightMsTo(300) - flightMsTo(120));
  expect(queries).toBe(2);
  expect(await at(flightMsTo(299))).toBe(flightMsTo(300) - flightMsTo(299));
  expect(queries).toBe(2);
});
