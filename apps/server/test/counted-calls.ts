/**
 * A call that counts one referral of each player and leaves a row for it, for the tests of what all calls that move
 * coins have in common.
 */
import { accept, refuse, type ErrorCode } from '@fairground/contract/errors';
import type { CoinCall } from '../src/ledger/coin-call.ts';
import { keysOf, type CoinOperation } from '../src/ledger/commit-together.ts';
import type { Database } from '../src/platform/database/database.ts';
import { queryAsOwner } from './query-as-owner.ts';

export interface Count extends CoinOperation {
  refusal?: ErrorCode;
  /** Whether the statement of its batch fails. */
  fails?: boolean;
}

/** Creates the table of the rows. */
export const addCountedCalls = async (database: Database): Promise<void> => {
  await queryAsOwner(
    database,
    `CREATE TABLE counted_call (player_id bigint, call_key bigint, call_body bigint, answer json)`,
  );
  await queryAsOwner(database, `CREATE UNIQUE INDEX ON counted_call (player_id, call_key)`);
  await queryAsOwner(database, `GRANT SELECT, INSERT ON counted_call TO fairground_app`);
};

/** Answers with the count and the transaction. */
export const countOne: CoinCall<Count, null> = {
  operation: 'test/count',
  strategy: 'one statement',
  async perform(query, batch) {
    const accepted = batch.filter(({ refusal }) => refusal === undefined);
    const rows = await query<{ player_id: bigint; answer: object }>({
      text: `WITH counted AS (
          UPDATE player SET referral_count = referral_count + 1 / CASE WHEN $4 THEN 0 ELSE 1 END WHERE id = ANY ($1)
          RETURNING id, referral_count
        )
        INSERT INTO counted_call (player_id, call_key, call_body, answer)
        SELECT c.id, i.call_key, i.call_body,
          json_build_object('count', c.referral_count, 'transaction', txid_current()::text)
        FROM counted c
        JOIN unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS i (id, call_key, call_body) USING (id)
        RETURNING player_id, answer`,
      values: [
        accepted.map(({ playerId }) => playerId),
        accepted.map(({ callKey }) => callKey),
        accepted.map(({ callBody }) => callBody),
        batch.some(({ fails }) => fails),
      ],
    });
    const answers = new Map(rows.map((row) => [row.player_id, row.answer]));
    return batch.map(({ playerId, refusal }) =>
      refusal === undefined
        ? accept({ status: 200, body: answers.get(playerId), event: null })
        : refuse(refusal),
    );
  },
  async findMade(query, batch) {
    const { playerIds, callKeys } = keysOf(batch);
    const rows = await query<{ player_id: bigint; call_body: bigint; answer: object }>({
      text: `SELECT player_id, call_body, answer FROM counted_call
        JOIN unnest($1::bigint[], $2::bigint[]) AS i (player_id, call_key) USING (player_id, call_key)`,
      values: [playerIds, callKeys],
    });
    return rows.map((row) => ({
      playerId: row.player_id,
      callBody: row.call_body,
      answer: () => ({ status: 200, body: row.answer }),
    }));
  },
};

/** How often a player was counted. */
export const countOf = async (
  database: Pick<Database, 'query'>,
  playerId: bigint,
): Promise<number | undefined> => {
  const [row] = await database.query<{ count: number }>({
    text: 'SELECT referral_count AS count FROM player WHERE id = $1',
    values: [playerId],
  });
  return row?.count;
};
