/** Puts rounds of Aviator into any state, for tests of bets and cash-outs without a director. */
import { quietCalls } from '@fairground/server/test/harness';
import { insertChain } from '@fairground/server/fairness/chains/seed-chain';
import type { Database } from '@fairground/server/platform/database/database';
import type { Seal } from '@fairground/server/platform/secrets/seal';
import { corrupt } from '@fairground/server/test/query-as-owner';
import { hash, randomBytes } from 'node:crypto';
import { aviatorRules, flightMsForCrash } from '../rules.ts';
import { crashHundredths } from '../draw.ts';
import type { Flight, Flights } from '../server/flights.ts';
import {
  createAviatorService,
  type AviatorService,
  type AviatorServiceDeps,
  type CashOut,
  type PlaceBet,
} from '../server/service.ts';

/** Of the rounds that this process opened last. */
const opened = new Map<bigint, Flight>();

const flightOf = (roundId: bigint): Flight => {
  const flight = opened.get(roundId);
  if (!flight) throw new Error(`round ${roundId} was not opened by a test`);
  return flight;
};

/** Of services in tests that open their rounds by `openTestRound`. */
export const testFlights: Flights = { find: async (_query, roundId) => flightOf(roundId) };

/** A process that shares only the database with others. */
export const createTestService = (
  database: AviatorServiceDeps['database'],
  changes: Partial<AviatorServiceDeps> = {},
): AviatorService =>
  createAviatorService({
    ...quietCalls,
    database,
    table: { placed: () => undefined, cashedOut: () => undefined },
    latePresses: { add: () => undefined },
    flights: testFlights,
    ...changes,
  });

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
  changes: Partial<CashOut> = {},
): CashOut => ({
  playerId,
  roundId,
  slot: 1,
  askedHundredths,
  receivedAt: performance.now(),
  ageAtReceipt: 'running',
  ...changes,
});

/** A director on the same database cannot open another round before the transaction ends. */
const endRunningRound = async (query: Database['query']): Promise<void> => {
  await query({ text: 'SET LOCAL ROLE NONE', values: [] });
  await query({ text: 'SET LOCAL session_replication_role = replica', values: [] });
  await query({ text: `LOCK TABLE aviator_round IN SHARE ROW EXCLUSIVE MODE`, values: [] });
  const [running] = await query<{ id: bigint }>({
    text: `SELECT id FROM aviator_round WHERE state IN ('betting', 'flying')`,
    values: [],
  });
  if (!running) return;
  // That of a director has no bets, and ends like those of tests, without a seal.
  const { crashHundredths, flightMs } = opened.get(running.id) ?? { crashHundredths: 100, flightMs: 0 };
  await query({
    text: `UPDATE aviator_round SET state = 'finished', version = 1, closes_at = NULL, bets_root = NULL, bet_count = NULL,
        entropy = NULL, sealed_at = NULL, beacon_chain_id = NULL, beacon_round = NULL, crash_hundredths = $2,
        crash_at = starts_at + $3 * interval '1 ms' WHERE id = $1`,
    values: [running.id, crashHundredths, flightMs],
  });
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
    const [row] = await query<{ id: bigint }>({
      text: `INSERT INTO aviator_round (chain_id, link, commitment, rtp_bp, opened_at, starts_at, epoch)
        VALUES ($1, 1, sha256('c'), 9700, clock_timestamp(), clock_timestamp() + interval '1 hour', 0) RETURNING id`,
      values: [chain?.id],
    });
    if (!row) throw new Error('no round');
    opened.set(row.id, { crashHundredths, flightMs: flightMsForCrash(crashHundredths) });
    return row.id;
  });

export interface SealedTestRound {
  roundId: bigint;
  seed: Buffer;
  flight: Flight;
}

/** As `openTestRound`, with a crash point that follows from a sealed seed. */
export const openSealedTestRound = async (
  database: Database,
  seal: Seal,
  isWanted: (crashHundredths: number) => boolean,
): Promise<SealedTestRound> => {
  const salt = randomBytes(32);
  const { rtpBp } = aviatorRules;
  const draw = () => {
    const seed = randomBytes(32);
    const crash = crashHundredths({ salt, seed, round: 1, rtpBp });
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
      entropy: { randomBytes: () => salt },
    });
    const [row] = await query<{ id: bigint }>({
      text: `INSERT INTO aviator_round (chain_id, link, commitment, rtp_bp, opened_at, starts_at, epoch)
        VALUES ($1, 1, $2, $3, clock_timestamp(), clock_timestamp() + interval '1 hour', 0) RETURNING id`,
      values: [chainId, commitment, rtpBp],
    });
    if (!row) throw new Error('no round');
    opened.set(row.id, flight);
    return { roundId: row.id, seed, flight };
  });
};

/** Sets the round's take-off that many milliseconds into the past, also of a flight. */
export const flyTestRound = async (database: Database, roundId: bigint, agoMs: number): Promise<void> => {
  await corrupt(
    database,
    `UPDATE aviator_round SET state = 'flying', starts_at = statement_timestamp() - $2 * interval '1 ms' WHERE id = $1`,
    [roundId, agoMs],
  );
};

/** Ends a flight now, at its crash point or before it. */
export const crashTestRound = async (database: Database, roundId: bigint): Promise<void> => {
  const { crashHundredths, flightMs } = flightOf(roundId);
  await corrupt(
    database,
    `UPDATE aviator_round SET state = 'settling', seed = 'c', finished_at = clock_timestamp(), crash_hundredths = $2,
        crash_at = least(starts_at + $3 * interval '1 ms', clock_timestamp())
      WHERE id = $1`,
    [roundId, crashHundredths, flightMs],
  );
};
