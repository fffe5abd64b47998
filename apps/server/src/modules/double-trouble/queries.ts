/** Double Trouble's SQL: bets and what players read. The engine's writes are in draw-queries.ts. */
import type { DrawType } from '@fairground/game-double-trouble/rules';
import { systemAccounts } from '../../ledger/accounts.ts';
import { debitStakes, judgeStakes } from '../../ledger/movements.ts';
import { playerColumns, referralsColumn, siteDaySql, type PlayerRow } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database.ts';
import type { DoubleTroubleState } from '../../platform/schema.ts';

type Query = Database['query'];

export interface BetRow {
  id: bigint;
  draw_id: bigint;
  draw_type: DrawType;
  number: number | null;
  amount: bigint;
  payout_hundredths: number;
  outcome: 'pending' | 'win' | 'loss' | 'void';
  amount_won: bigint;
  created_at: Date;
}

export interface StakeInput {
  playerId: bigint;
  drawType: DrawType;
  number: number | null;
  stakeCoins: number;
  payoutHundredths: number;
  /** Only for this draw, when given. */
  drawId: bigint | null;
}

export type PlaceRow = { input_player: bigint } & (
  | ({ refusal: null; bet_id: bigint; draw_id: bigint; bet_created_at: Date } & PlayerRow)
  | { refusal: 'betting_closed' | 'on_a_break' | 'limit_reached' | 'insufficient_coins' }
);

const day = siteDaySql('$7');

const placeText = `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::double_trouble_type[], $3::smallint[], $4::bigint[], $5::integer[], $6::bigint[])
    AS t (player_id, draw_type, number, stake, payout_hundredths, wanted_draw)
),
draw AS MATERIALIZED (
  -- Share lock: the draw waits for bets under way, and none slips in after it. The clock is read before
  -- the lock is waited for, and once, so that what is written as the bet's time is what it was judged by.
  -- On a clock that was set back the opening lies ahead, and no bet may seem older than its commitment.
  SELECT id, now FROM (
    SELECT id, opened_at, closes_at, clock_timestamp() AS now FROM double_trouble_draw
    WHERE state = 'open' AND max = $8 FOR SHARE
  ) open WHERE now > opened_at AND now < closes_at
),
${judgeStakes(day)},
bet AS (
  INSERT INTO double_trouble_bet
    (draw_id, player_id, draw_type, number, amount, from_winnings, payout_hundredths, created_at)
  SELECT d.id, j.player_id, j.draw_type, j.number, j.stake, j.from_winnings, j.payout_hundredths, d.now
    FROM judged j CROSS JOIN draw d
    WHERE j.refusal IS NULL AND (j.wanted_draw IS NULL OR j.wanted_draw = d.id)
  RETURNING id, draw_id, player_id, amount, from_winnings, created_at
),
${debitStakes({ game: 'double_trouble', account: systemAccounts.doubleTrouble, siteDay: day })}
SELECT i.player_id AS input_player,
  CASE
    WHEN b.id IS NOT NULL THEN NULL
    WHEN d.id IS NULL OR (i.wanted_draw IS NOT NULL AND i.wanted_draw <> d.id) THEN 'betting_closed'
    ELSE j.refusal
  END AS refusal,
  b.id AS bet_id, b.draw_id, b.created_at AS bet_created_at,
  ${playerColumns(day)}, ${referralsColumn(day)}
FROM input i
LEFT JOIN judged j ON j.player_id = i.player_id
LEFT JOIN draw d ON true
LEFT JOIN bet b ON b.player_id = i.player_id
LEFT JOIN debited w ON w.player_id = i.player_id
LEFT JOIN player p ON p.id = w.player_id`;

/** Guards, bet rows, debits and transfers of a whole batch (one bet a player) in one statement. */
export const placeBets = (
  query: Query,
  inputs: readonly StakeInput[],
  { siteTimeZone, max }: { siteTimeZone: string; max: number },
): Promise<PlaceRow[]> =>
  query<PlaceRow>({
    name: 'double-trouble-place',
    text: placeText,
    values: [
      inputs.map((input) => input.playerId),
      inputs.map((input) => input.drawType),
      inputs.map((input) => input.number),
      inputs.map((input) => input.stakeCoins),
      inputs.map((input) => input.payoutHundredths),
      inputs.map((input) => input.drawId),
      siteTimeZone,
      max,
    ],
  });

/** A player's newest bets. */
export const readUserHistory = (query: Query, playerId: bigint, limit: number): Promise<BetRow[]> =>
  query<BetRow>({
    name: 'double-trouble-user-history',
    text: `SELECT id, draw_id, draw_type, number, amount, payout_hundredths, outcome, amount_won, created_at
      FROM double_trouble_bet WHERE player_id = $1 ORDER BY id DESC LIMIT $2`,
    values: [playerId, limit],
  });

export interface NextRow {
  id: bigint;
  draws_at: Date;
  closes_at: Date;
  commitment: Buffer;
}

export interface DrawnRow {
  id: bigint;
  winning_number: number;
  drawn_at: Date;
}

/** The draw that is open, and the newest drawn ones, from one snapshot. */
export const readStatus = async (
  query: Query,
  limit: number,
): Promise<{ next: NextRow | undefined; drawn: DrawnRow[] }> => {
  const rows = await query<NextRow & { winning_number: number | null; drawn_at: Date | null }>({
    name: 'double-trouble-status',
    text: `(SELECT id, draws_at, closes_at, commitment, NULL::smallint AS winning_number, NULL::timestamptz AS drawn_at
        FROM double_trouble_draw WHERE state = 'open')
      UNION ALL
      (SELECT id, draws_at, closes_at, commitment, winning_number, drawn_at FROM double_trouble_draw
        WHERE winning_number IS NOT NULL ORDER BY id DESC LIMIT $1)`,
    values: [limit],
  });
  return {
    next: rows.find(({ drawn_at }) => drawn_at === null),
    drawn: rows.filter((row): row is DrawnRow & NextRow => row.drawn_at !== null),
  };
};

export interface ProofRow {
  id: bigint;
  state: DoubleTroubleState;
  link: number;
  max: number;
  commitment: Buffer;
  /** Null until drawn. */
  seed: Buffer | null;
  winning_number: number | null;
  chain_id: bigint;
  terminal_hash: Buffer;
  salt: Buffer;
  salt_source: 'install' | 'beacon';
}

export const findProof = async (query: Query, drawId: bigint): Promise<ProofRow | undefined> =>
  (
    await query<ProofRow>({
      name: 'double-trouble-proof',
      text: `SELECT d.id, d.state, d.link, d.max, d.commitment, d.seed, d.winning_number,
          c.id AS chain_id, c.terminal_hash, c.salt, c.salt_source
        FROM double_trouble_draw d JOIN fairness_chain c ON c.id = d.chain_id WHERE d.id = $1`,
      values: [drawId],
    })
  )[0];
