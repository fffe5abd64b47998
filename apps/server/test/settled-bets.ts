/** Bets that a test settles itself, as a win with that payout or as a loss, through the ledger's functions. */
import type { Database } from '../src/platform/postgres/database.ts';
import { crashTestRound, flyTestRound, openTestRound } from '../../../games/aviator/test/table.ts';

/** In the newest round, in which the player has no bet yet. */
export const settleBet = async (
  { query }: Pick<Database, 'query'>,
  playerId: string | bigint,
  { amount, payout }: { amount: number; payout: number },
): Promise<void> => {
  const [round] = await query<{ id: bigint }>({
    text: `SELECT id FROM aviator_round ORDER BY id DESC LIMIT 1`,
    values: [],
  });
  const [bet] = await query<{ id: bigint }>({
    text: `WITH bet AS (INSERT INTO aviator_bet (round_id, player_id, amount, from_winnings)
      VALUES ($1, $2, $3, 0) RETURNING *)
      SELECT b.id FROM bet b,
        ledger.debit_stakes('aviator', ARRAY[b.id], ARRAY[b.player_id], ARRAY[b.amount], ARRAY[0::bigint])`,
    values: [round?.id, playerId, amount],
  });
  await query({
    text: `WITH won AS (UPDATE aviator_bet SET outcome = $2::bet_outcome, amount_won = $3::bigint,
        cash_out_hundredths = CASE WHEN $3::bigint > 0 THEN ($3::bigint * 100 / amount)::integer END
      WHERE id = $1 RETURNING *)
      SELECT FROM won w,
        ledger.credit_wins('aviator', ARRAY[w.id], ARRAY[w.player_id], ARRAY[w.amount], ARRAY[w.amount_won])`,
    values: [bet?.id, payout > 0 ? 'win' : 'loss', payout],
  });
};

/** A round for the bets that follow; it has crashed already. */
export const addTestRound = async (database: Database): Promise<void> => {
  const round = await openTestRound(database, 1_000_000);
  await flyTestRound(database, round, 1);
  await crashTestRound(database, round);
};
