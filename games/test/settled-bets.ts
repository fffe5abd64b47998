/** Bets that a test settles itself, as a win with that payout or as a loss, through the ledger's functions. */
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { crashTestRound, flyTestRound, openTestRound, sealTestRoundAgain } from '../aviator/test/table.ts';

/** Whose bets they are. */
export const gameOfBets = 'aviator';

/**
 * Rounds that a test opened itself belong to no chain, and are sealed again after the log has them, which the audit
 * finds.
 */
export const isOfTestRounds = ({ line, states }: { line: string; states: string }): boolean =>
  /^I(8|9|13|14|17) .*Aviator|links follow|epoch|each round of aviator/.test(`${line} ${states}`);

/** In the newest round that a test added, or in a new one; the player has no bet in it yet. */
export const settleBet = async (
  database: Database,
  playerId: string | bigint,
  { amount, payout }: { amount: number; payout: number },
): Promise<void> => {
  const { query } = database;
  const round = (await findTestRound(database)) ?? (await addTestRound(database));
  const [bet] = await query<{ id: bigint }>({
    text: `WITH bet AS (INSERT INTO aviator_bet (round_id, player_id, amount, from_winnings)
      VALUES ($1, $2, $3, 0) RETURNING *)
      SELECT b.id FROM bet b,
        ledger.debit_stakes('aviator', ARRAY[b.id], ARRAY[b.player_id], ARRAY[b.amount], ARRAY[0::bigint])`,
    values: [round, playerId, amount],
  });
  await query({
    text: `WITH won AS (UPDATE aviator_bet SET outcome = $2::bet_outcome, amount_won = $3::bigint,
        cash_out_hundredths = CASE WHEN $3::bigint > 0 THEN ($3::bigint * 100 / amount)::integer END
      WHERE id = $1 RETURNING *)
      SELECT FROM won w,
        ledger.credit_wins('aviator', ARRAY[w.id], ARRAY[w.player_id], ARRAY[w.amount], ARRAY[w.amount_won])`,
    values: [bet?.id, payout > 0 ? 'win' : 'loss', payout],
  });
  await sealTestRoundAgain(database, round);
};

/** The director of a site opens rounds as well, and they end at crash points of their own. */
const findTestRound = async ({ query }: Database): Promise<bigint | undefined> => {
  const [round] = await query<{ id: bigint }>({
    text: `SELECT max(r.id) AS id FROM aviator_round r JOIN fairness_chain c ON c.id = r.chain_id
      WHERE c.game = 'test' HAVING count(*) > 0`,
    values: [],
  });
  return round?.id;
};

/** A round for the bets that follow; it has crashed already. */
export const addTestRound = async (database: Database): Promise<bigint> => {
  const round = await openTestRound(database, 1_000_000);
  await flyTestRound(database, round, 1);
  await crashTestRound(database, round);
  return round;
};
