/** Puts rounds of Aviator into any state, for tests of bets and cash-outs without a director. */
import { insertChain } from '@fairground/server/fairness/chains/seed-chain';
import type { Database } from '@fairground/server/platform/postgres/database';
import type { Seal } from '@fairground/server/platform/seal';
import { corrupt } from '@fairground/server/test/query-as-owner';
import { hash, randomBytes } from 'node:crypto';
import { aviatorRules, flightMsForCrash } from '../rules.ts';
import { flightOfSeed, type Flight, type Flights } from '../server/flights.ts';

/** Of services in tests whose rounds are not sealed. */
export const noSealedFlights: Flights = {
  find: (_query, roundId) => Promise.reject(new Error(`round ${roundId} is sealed`)),
};

/** A director on the same database cannot open another round before the transaction ends. */
const endRunningRound = async (query: Database['query']): Promise<void> => {
  await query({ text: 'SET LOCAL ROLE NONE', values: [] });
  await query({ text: `LOCK TABLE aviator_round IN SHARE ROW EXCLUSIVE MODE`, values: [] });
  await query({
    text: `UPDATE aviator_round SET state = 'finished', crash_hundredths = coalesce(crash_hundredths, 100),
        crash_at = coalesce(crash_at, starts_at + interval '100 ms') WHERE state IN ('betting', 'flying')`,
    values: [],
  });
};

/** Opens a round for bets an hour before its start, on its own chain. Any open or flying round is removed. */
export const openTestRound = (database: Database, crashHundredths: number): Promise<bigint> =>
  database.transaction(async (query) => {
    await endRunningRound(query);
    const [chain] = await query<{ id: bigint }>({
      text: `INSERT INTO fairness_chain (game, terminal_hash, salt, salt_source, links)
        VALUES ('test', sha256('c'), sha256('s'), 'install', 1) RETURNING id`,
      values: [],
    });
    const [row] = await query<{ id: bigint }>({
      text: `INSERT INTO aviator_round (chain_id, link, commitment, rtp_bp, crash_hundredths, opened_at, starts_at, crash_at, epoch)
        VALUES ($1, 1, sha256('c'), 9700, $2, clock_timestamp(), clock_timestamp() + interval '1 hour',
          clock_timestamp() + interval '1 hour' + $3 * interval '1 ms', 0) RETURNING id`,
      values: [chain?.id, crashHundredths, flightMsForCrash(crashHundredths)],
    });
    if (!row) throw new Error('no round');
    return row.id;
  });

export interface SealedTestRound {
  roundId: bigint;
  seed: Buffer;
  flight: Flight;
}

/** As `openTestRound`, with a crash point that is in the database only as the seed that it follows from, sealed. */
export const openSealedTestRound = async (
  database: Database,
  seal: Seal,
  isWanted: (crashHundredths: number) => boolean,
): Promise<SealedTestRound> => {
  const salt = randomBytes(32);
  const { rtpBp } = aviatorRules;
  const draw = () => {
    const seed = randomBytes(32);
    return { seed, flight: flightOfSeed(seed, { salt, link: 1, rtp_bp: rtpBp }) };
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
    return { roundId: row.id, seed, flight };
  });
};

/** Sets the round's take-off that many milliseconds into the past, also of a flight. */
export const flyTestRound = async (database: Database, roundId: bigint, agoMs: number): Promise<void> => {
  await corrupt(
    database,
    `UPDATE aviator_round SET state = 'flying',
        crash_at = statement_timestamp() - $2 * interval '1 ms' + (crash_at - starts_at),
        starts_at = statement_timestamp() - $2 * interval '1 ms'
      WHERE id = $1`,
    [roundId, agoMs],
  );
};

/** Ends a flight now, before its crash point. */
export const crashTestRound = async (database: Database, roundId: bigint): Promise<void> => {
  await corrupt(
    database,
    `UPDATE aviator_round SET state = 'settling', seed = 'c', finished_at = clock_timestamp(),
        crash_at = least(crash_at, clock_timestamp())
      WHERE id = $1`,
    [roundId],
  );
};
