/** Puts rounds of Aviator into any state, for tests of bets and cash-outs without a director. */
import { flightMsForCrash } from '../rules.ts';
import type { Database } from '@fairground/server/platform/postgres/database';

/** Opens a round for bets an hour before its start, on its own chain. Any open or flying round is removed. */
export const openTestRound = (database: Database, crashHundredths: number): Promise<bigint> =>
  database.transaction(async (query) => {
    // A director on the same database would open another round in between.
    await query({ text: 'SET LOCAL ROLE NONE', values: [] });
    await query({ text: `LOCK TABLE aviator_round IN SHARE ROW EXCLUSIVE MODE`, values: [] });
    await query({
      text: `UPDATE aviator_round SET state = 'finished' WHERE state IN ('betting', 'flying')`,
      values: [],
    });
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

/** Sets the round's take-off that many milliseconds into the past. */
export const flyTestRound = async (database: Database, roundId: bigint, agoMs: number): Promise<void> => {
  await database.query({
    text: `UPDATE aviator_round SET state = 'flying',
        crash_at = clock_timestamp() - $2 * interval '1 ms' + (crash_at - starts_at),
        starts_at = clock_timestamp() - $2 * interval '1 ms'
      WHERE id = $1`,
    values: [roundId, agoMs],
  });
};

export const crashTestRound = async (database: Database, roundId: bigint): Promise<void> => {
  await database.query({
    text: `UPDATE aviator_round SET state = 'settling', seed = 'c', finished_at = clock_timestamp() WHERE id = $1`,
    values: [roundId],
  });
};
