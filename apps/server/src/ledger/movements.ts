/**
 * The common table expressions that move coins. A game's statement brings its own rows and takes
 * these for the rest, so that wallets and transfers are written here and nowhere else.
 */

/**
 * Expects CTE `input (player_id, stake)`, at most one row a player. Gives `judged`: input's columns with
 * `refusal` (a code, or null) and `from_winnings`, the part of the stake that coins do not cover.
 * Wallets are locked in id order, so batches never wait for each other in a circle.
 */
export const judgeStakes = (siteDay: string): string => `
  locked AS MATERIALIZED (
    SELECT w.* FROM wallet w WHERE w.player_id IN (SELECT player_id FROM input)
    ORDER BY w.player_id FOR NO KEY UPDATE
  ),
  judged AS MATERIALIZED (
    SELECT i.*,
      CASE
        WHEN l.break_until > clock_timestamp() THEN 'on_a_break'
        WHEN l.daily_stake_limit IS NOT NULL
          AND (CASE WHEN l.staked_on = ${siteDay} THEN l.staked_today ELSE 0 END) + i.stake > l.daily_stake_limit
          THEN 'limit_reached'
        WHEN l.coins + l.winnings < i.stake THEN 'insufficient_coins'
      END AS refusal,
      greatest(i.stake - l.coins, 0) AS from_winnings
    FROM input i JOIN locked l USING (player_id)
  )`;

interface StakeNames {
  /** Prefix of the game's transfer kinds, as in `GAME_stake_coins`. */
  game: string;
  account: bigint;
  siteDay: string;
}

/** Expects CTE `bet (id, player_id, amount, from_winnings)` of bets just written. Gives `debited`, the wallets after. */
export const debitStakes = ({ game, account, siteDay }: StakeNames): string => `
  debited AS (
    UPDATE wallet w SET
      coins = w.coins - (b.amount - b.from_winnings),
      winnings = w.winnings - b.from_winnings,
      staked_today = (CASE WHEN w.staked_on = ${siteDay} THEN w.staked_today ELSE 0 END) + b.amount,
      staked_on = ${siteDay},
      version = w.version + 1
    FROM bet b WHERE w.player_id = b.player_id
    RETURNING w.*
  ),
  stake_legs AS (
    INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
    SELECT '${game}_stake_coins'::transfer_kind, b.id, 1000 + 2 * b.player_id, ${account}, b.amount - b.from_winnings
      FROM bet b JOIN debited d USING (player_id) WHERE b.amount > b.from_winnings
    UNION ALL
    SELECT '${game}_stake_winnings'::transfer_kind, b.id, 1001 + 2 * b.player_id, ${account}, b.from_winnings
      FROM bet b JOIN debited d USING (player_id) WHERE b.from_winnings > 0
  )`;

/**
 * Expects CTE `won (id, player_id, amount, amount_won)` of bets just settled, any number a player; those
 * with nothing won are passed over. Gives `credited`, the wallets after.
 */
export const creditWins = ({ game, account }: Omit<StakeNames, 'siteDay'>): string => `
  credited AS (
    UPDATE wallet w SET
      winnings = w.winnings + b.amount_won,
      total_won = w.total_won + b.gain,
      version = w.version + 1
    FROM (
      SELECT player_id, sum(amount_won)::bigint AS amount_won, sum(greatest(amount_won - amount, 0))::bigint AS gain
      FROM won WHERE amount_won > 0 GROUP BY player_id
    ) b WHERE w.player_id = b.player_id
    RETURNING w.*
  ),
  win_legs AS (
    INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
    SELECT '${game}_payout'::transfer_kind, b.id, ${account}, 1001 + 2 * b.player_id, b.amount_won
      FROM won b JOIN credited c USING (player_id) WHERE b.amount_won > 0
      -- In the order of the index by kind and source, which then grows at its end.
      ORDER BY b.id
  ),
  ${addToStandings}`;

/**
 * For bets that are settled as they are placed. Expects CTE `bet (id, player_id, amount, from_winnings, amount_won)`
 * of bets just written, at most one a player. Takes the stake and pays the win in one change of the wallet, because
 * a statement can change a row once; the ledger has both. Gives `settled`, the wallets after.
 */
export const settleAtOnce = ({ game, account, siteDay }: StakeNames): string => `
  won AS (SELECT * FROM bet),
  settled AS (
    UPDATE wallet w SET
      coins = w.coins - (b.amount - b.from_winnings),
      winnings = w.winnings - b.from_winnings + b.amount_won,
      total_won = w.total_won + greatest(b.amount_won - b.amount, 0),
      staked_today = (CASE WHEN w.staked_on = ${siteDay} THEN w.staked_today ELSE 0 END) + b.amount,
      staked_on = ${siteDay},
      version = w.version + 1
    FROM bet b WHERE w.player_id = b.player_id
    RETURNING w.*
  ),
  legs AS (
    INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
    SELECT kind, id, debit, credit, moved FROM (
      SELECT b.id, part.*
      FROM bet b JOIN settled s USING (player_id)
      CROSS JOIN LATERAL (VALUES
        (1, '${game}_stake_coins'::transfer_kind, 1000 + 2 * b.player_id, ${account}, b.amount - b.from_winnings),
        (2, '${game}_stake_winnings'::transfer_kind, 1001 + 2 * b.player_id, ${account}, b.from_winnings),
        (3, '${game}_payout'::transfer_kind, ${account}, 1001 + 2 * b.player_id, b.amount_won)
      ) AS part (place, kind, debit, credit, moved)
    ) parts WHERE moved > 0
    -- The stake before the win, so that no prefix of the ledger pays what was not staked yet.
    ORDER BY id, place
  ),
  ${addToStandings}`;

/** Counts gains into the boards of the day and of the week. The wallets are locked, so rows are too. */
const addToStandings = `standings AS (
    INSERT INTO standing AS s (span, since, player_id, won)
    SELECT span, since, player_id, gain FROM (
      SELECT player_id, sum(amount_won - amount)::bigint AS gain
      FROM won WHERE amount_won > amount GROUP BY player_id
    ) g
    CROSS JOIN (SELECT (clock_timestamp() AT TIME ZONE name)::date AS day FROM site_zone) z
    CROSS JOIN LATERAL (VALUES ('d'::"char", z.day), ('w'::"char", date_trunc('week', z.day)::date)) AS spans (span, since)
    ON CONFLICT (span, since, player_id) DO UPDATE SET won = s.won + excluded.won
  )`;

/**
 * Expects CTE `voided (id, player_id, amount, from_winnings)`, any number a player. Gives every coin back to
 * where it came from; `refunded` are the wallets after.
 */
export const refundStakes = ({ game, account, siteDay }: StakeNames): string => `
  refunded AS (
    UPDATE wallet w SET
      coins = w.coins + b.from_coins,
      winnings = w.winnings + b.from_winnings,
      staked_today = CASE WHEN w.staked_on = ${siteDay} THEN greatest(w.staked_today - b.amount, 0) ELSE w.staked_today END,
      version = w.version + 1
    FROM (
      SELECT player_id, sum(amount)::bigint AS amount, sum(amount - from_winnings)::bigint AS from_coins,
        sum(from_winnings)::bigint AS from_winnings
      FROM voided GROUP BY player_id
    ) b WHERE w.player_id = b.player_id
    RETURNING w.*
  ),
  refund_legs AS (
    INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
    SELECT '${game}_refund_coins'::transfer_kind, b.id, ${account}, 1000 + 2 * b.player_id, b.amount - b.from_winnings
      FROM voided b JOIN refunded r USING (player_id) WHERE b.amount > b.from_winnings
    UNION ALL
    SELECT '${game}_refund_winnings'::transfer_kind, b.id, ${account}, 1001 + 2 * b.player_id, b.from_winnings
      FROM voided b JOIN refunded r USING (player_id) WHERE b.from_winnings > 0
  )`;

/**
 * What the site gives without a stake, to `coins`; `kind` is that of the transfers.
 * Expects CTE `bonus (source, player_id, amount)`. Gives `rewarded`, the wallets after.
 * `alsoSet` adds assignments of the wallet `w`, with the player's sum as `b.amount`.
 */
export const creditBonus = (kind: string, account: bigint, alsoSet = ''): string => `
  rewarded AS (
    UPDATE wallet w SET coins = w.coins + b.amount, version = w.version + 1${alsoSet && `, ${alsoSet}`}
    FROM (SELECT player_id, sum(amount)::bigint AS amount FROM bonus GROUP BY player_id) b
    WHERE w.player_id = b.player_id
    RETURNING w.*
  ),
  bonus_legs AS (
    INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
    SELECT '${kind}'::transfer_kind, b.source, ${account}, 1000 + 2 * b.player_id, b.amount
      FROM bonus b JOIN rewarded r USING (player_id) WHERE b.amount > 0
  )`;
