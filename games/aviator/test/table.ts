/** Puts rounds of Aviator into any state, for tests of bets and cash-outs without a director. */
import { sealBets } from '@fairground/game-kit/server/calls';
import { quietCalls } from '@fairground/server/test/harness';
import { insertChain } from '@fairground/server/fairness/chains/seed-chain';
import type { Database } from '@fairground/server/platform/database/database';
import { systemEntropy } from '@fairground/server/platform/entropy';
import type { Seal } from '@fairground/server/platform/secrets/seal';
import { hash, randomBytes } from 'node:crypto';
import { aviatorRules, flightMsForCrash } from '../rules.ts';
import { crashHundredths } from '../draw.ts';
import type { Flight, Flights } from '../server/flights.ts';
import { readBetsToSeal } from '../server/sql/rounds.sql.ts';
import { toSealedBet } from '../server/wire.ts';
import type { Committed } from '@fairground/server/ledger/commit-together';
import type { User } from '@fairground/contract/user';
import { createCashOuts, type CashOutsDeps } from '../server/cash-outs.ts';
import { createPresses, type Press, type Presses } from '../server/presses.ts';
import {
  createAviatorService,
  type AviatorService,
  type AviatorServiceDeps,
  type PlaceBet,
} from '../server/service.ts';

interface OpenedRound extends Flight {
  /** Its seal is that of a round without bets, whatever bets it has. */
  sealsNoBets?: boolean;
}

/** Flights of the rounds that this process opened. */
const opened = new Map<bigint, OpenedRound>();

const flightOf = (roundId: bigint): Flight => {
  const flight = opened.get(roundId);
  if (!flight) throw new Error(`round ${roundId} was not opened by a test`);
  return flight;
};

/** For services in tests that open their rounds by `openTestRound`. */
export const testFlights: Flights = {
  find: async (_query, roundId) => flightOf(roundId),
  noteFlown: (_roundId, flownMs, monotonicMs) => monotonicMs - flownMs,
};

export type TestService = AviatorService & {
  /** A press that arrives, is judged and is answered. */
  cashOut: (press: Press) => Promise<Committed<User>>;
};

type ServiceDeps = AviatorServiceDeps & CashOutsDeps;

/** A process that shares only the database with others. */
export const createTestService = (
  database: AviatorServiceDeps['database'],
  changes: Partial<ServiceDeps> = {},
): TestService => {
  const deps = {
    ...quietCalls,
    database,
    flights: testFlights,
    ...changes,
  };
  const presses = createPresses({ clock: deps.clock, isRunning: () => true, judge: createCashOuts(deps) });
  return { ...createAviatorService(deps), cashOut: (press) => pressOn(presses, press) };
};

const pressOn = async (presses: Presses, press: Press): Promise<Committed<User>> => {
  const { receivedAt, roundId, slot } = press;
  const place = presses.arrive({ receivedAt, body: { roundId: String(roundId), slot } });
  try {
    return await presses.submit(press, place);
  } finally {
    place?.end();
  }
};

/** For leaders of tests in which nobody presses. */
export const noPresses: Pick<Presses, 'oldestAt'> = { oldestAt: () => undefined };

/** A bet of 100 coins in the open round. */
export const stakeOf = (playerId: bigint, changes: Partial<PlaceBet> = {}): PlaceBet => ({
  playerId,
  stakeCoins: 100,
  autoHundredths: null,
  slot: 1,
  roundId: null,
  ...changes,
});

/** A press that arrives now. */
export const pressOf = (
  playerId: bigint,
  roundId: bigint,
  askedHundredths: number,
  changes: Partial<Press> = {},
): Press => ({
  playerId,
  roundId,
  slot: 1,
  askedHundredths,
  receivedAt: performance.now(),
  ...changes,
});

/** Whatever else it changes, the transaction writes as nobody but a test can. */
const writeAsTest = async (query: Database['query']): Promise<void> => {
  await query({ text: 'SET LOCAL ROLE NONE', values: [] });
  await query({ text: 'SET LOCAL session_replication_role = replica', values: [] });
};

/** Seals the bets that the round has, also of one that was sealed with fewer. */
const sealTestRound = async (query: Database['query'], roundId: bigint): Promise<void> => {
  // Waits for bets in progress, as the director does.
  await query({ text: 'SELECT FROM aviator_round WHERE id = $1 FOR UPDATE', values: [roundId] });
  const bets = opened.get(roundId)?.sealsNoBets ? [] : await readBetsToSeal.run(query, { roundId });
  const { betsRoot, betCount, entropy } = sealBets(bets.map((row) => toSealedBet(roundId, row)));
  await query({
    text: `UPDATE aviator_round SET closes_at = least(closes_at, clock_timestamp()), sealed_at = clock_timestamp(),
        bets_root = $2, bet_count = $3, entropy = CASE WHEN beacon_round IS NULL THEN $4 ELSE 'beacon' END
      WHERE id = $1`,
    values: [roundId, betsRoot, betCount, entropy],
  });
};

/**
 * Ends it as it is: open for bets as void, in flight with a crash. A director on the same database cannot open another
 * round before the transaction ends.
 */
const endRunningRound = async (query: Database['query']): Promise<void> => {
  await writeAsTest(query);
  await query({ text: `LOCK TABLE aviator_round IN SHARE ROW EXCLUSIVE MODE`, values: [] });
  const [running] = await query<{ id: bigint }>({
    text: `SELECT id FROM aviator_round WHERE state IN ('betting', 'flying')`,
    values: [],
  });
  if (!running) return;
  const { crashHundredths, flightMs } = opened.get(running.id) ?? { crashHundredths: 100, flightMs: 0 };
  await query({
    text: `UPDATE aviator_round r SET (state, void_reason, crash_hundredths, crash_at) = (
        SELECT 'void'::aviator_state, 'operator', NULL::integer, NULL::timestamptz WHERE r.sealed_at IS NULL
        UNION ALL
        SELECT 'finished', NULL, $2, r.starts_at + $3 * interval '1 ms' WHERE r.sealed_at IS NOT NULL
      ) WHERE id = $1`,
    values: [running.id, crashHundredths, flightMs],
  });
};

const insertRound = async (
  query: Database['query'],
  { chainId, commitment, ...round }: OpenedRound & { chainId: bigint; commitment: Buffer },
): Promise<bigint> => {
  const [row] = await query<{ id: bigint }>({
    text: `INSERT INTO aviator_round (step, chain_id, link, commitment, rtp_bp, opened_at, closes_at, starts_at, epoch)
      SELECT (SELECT coalesce(max(step), 0) + 1 FROM aviator_round), $1, 1, $2, $3, at,
        at + interval '1 hour', at + interval '1 hour', 0 FROM clock_timestamp() AS at
      RETURNING id`,
    values: [chainId, commitment, aviatorRules.rtpBp],
  });
  if (!row) throw new Error('no round');
  opened.set(row.id, round);
  return row.id;
};

/**
 * Opens a round for bets an hour before its start, on its own chain. Its crash point is in no row, and follows from no
 * seed: only `testFlights` knows it. Any open or flying round is removed.
 */
export const openTestRound = (database: Database, crashHundredths: number): Promise<bigint> =>
  database.transaction(async (query) => {
    await endRunningRound(query);
    const [chain] = await query<{ id: bigint }>({
      text: `INSERT INTO fairness_chain (game, terminal_hash, salt, salt_source, links)
        VALUES ('test', sha256('c'), sha256('s'), 'install', 1) RETURNING id`,
      values: [],
    });
    if (!chain) throw new Error('no chain');
    const commitment = hash('sha256', 'c', 'buffer');
    const flightMs = flightMsForCrash(crashHundredths);
    return insertRound(query, { chainId: chain.id, commitment, crashHundredths, flightMs });
  });

export interface SealedTestRound {
  roundId: bigint;
  seed: Buffer;
  flight: Flight;
}

/**
 * As `openTestRound`, with a crash point that follows from a sealed seed. Its seal will be that of a round without
 * bets, so that the crash is known before the test places any.
 */
export const openSealedTestRound = async (
  database: Database,
  seal: Seal,
  isWanted: (crashHundredths: number) => boolean,
): Promise<SealedTestRound> => {
  const { rtpBp } = aviatorRules;
  const { betsRoot } = sealBets([]);
  const draw = () => {
    const seed = randomBytes(32);
    const crash = crashHundredths({ seed, round: 1, rtpBp, betsRoot });
    return { seed, flight: { crashHundredths: crash, flightMs: flightMsForCrash(crash) } };
  };
  let drawn = draw();
  while (!isWanted(drawn.flight.crashHundredths)) drawn = draw();
  const { seed, flight } = drawn;
  const commitment = hash('sha256', seed, 'buffer');
  return database.transaction(async (query) => {
    await endRunningRound(query);
    const chainId = await insertChain(query, {
      game: 'test',
      made: { links: 1, terminalHash: commitment, checkpoints: [{ link: 1, seed }] },
      seal,
      entropy: systemEntropy,
    });
    const roundId = await insertRound(query, { chainId, commitment, ...flight, sealsNoBets: true });
    return { roundId, seed, flight };
  });
};

/** After bets were added to a round that is over. */
export const sealTestRoundAgain = (database: Database, roundId: bigint): Promise<void> =>
  database.transaction(async (query) => {
    await writeAsTest(query);
    await sealTestRound(query, roundId);
  });

/**
 * Sets the round's take-off that many milliseconds into the past, also of a flight. Returns when that was on this
 * process's clock: a press that arrived then is judged as of that time of the flight, however slow the machine.
 */
export const flyTestRound = (database: Database, roundId: bigint, agoMs: number): Promise<number> =>
  database.transaction(async (query) => {
    await writeAsTest(query);
    await sealTestRound(query, roundId);
    const takenAt = performance.now();
    await query({
      text: `UPDATE aviator_round SET state = 'flying', starts_at = statement_timestamp() - $2 * interval '1 ms'
        WHERE id = $1`,
      values: [roundId, agoMs],
    });
    return takenAt;
  });

/** Ends a flight now, at its crash point or before it. */
export const crashTestRound = (database: Database, roundId: bigint): Promise<void> =>
  database.transaction(async (query) => {
    const { crashHundredths, flightMs } = flightOf(roundId);
    await writeAsTest(query);
    await sealTestRound(query, roundId);
    await query({
      text: `UPDATE aviator_round SET state = 'settling', seed = 'c', finished_at = clock_timestamp(),
          crash_hundredths = $2, crash_at = least(starts_at + $3 * interval '1 ms', clock_timestamp())
        WHERE id = $1`,
      values: [roundId, crashHundredths, flightMs],
    });
  });
