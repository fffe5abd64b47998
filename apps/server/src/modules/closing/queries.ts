/** Closing an account, and reading out all that is held on it. */
import type { Database } from '../../platform/database.ts';

type Query = Database['query'];

export interface Owner {
  username: string;
  email: string;
  password_hash: string;
}

export const findOwner = async (query: Query, playerId: bigint): Promise<Owner | undefined> => {
  const rows = await query<Owner>({
    name: 'find-owner',
    text: `SELECT username, email, password_hash FROM player WHERE id = $1 AND closed_at IS NULL`,
    values: [playerId],
  });
  return rows[0];
};

/** Only while the password is the one that was verified. */
export const anonymise = async (
  query: Query,
  { playerId, passwordHash, alias }: { playerId: bigint; passwordHash: string; alias: string },
): Promise<boolean> => {
  const rows = await query({
    name: 'close-player',
    text: `UPDATE player SET closed_at = clock_timestamp(), username = $3, email = $3 || '@closed.invalid',
        password_hash = '', avatar = NULL, reference_id = $3, email_confirmed_at = NULL
      WHERE id = $1 AND password_hash = $2 AND closed_at IS NULL RETURNING id`,
    values: [playerId, passwordHash, alias],
  });
  return rows.length > 0;
};

/** What only served the person, under his id or his address. Returns the sessions that ended. */
export const eraseTraces = async (query: Query, playerId: bigint, email: string): Promise<bigint[]> => {
  for (const table of ['contact_message', 'newsletter_subscriber']) {
    await query({ text: `DELETE FROM ${table} WHERE lower(email) = lower($1)`, values: [email] });
  }
  await query({
    text: `WITH taken AS (DELETE FROM blog_like WHERE player_id = $1 RETURNING slug)
      UPDATE blog_post p SET likes = p.likes - 1 FROM taken WHERE p.slug = taken.slug`,
    values: [playerId],
  });
  for (const table of [
    'idempotency',
    'password_reset',
    'email_confirmation',
    'known_browser',
    'limit_change',
  ]) {
    await query({ text: `DELETE FROM ${table} WHERE player_id = $1`, values: [playerId] });
  }
  await query({
    // The player no longer stands on any board.
    text: `SELECT ledger.clear_statistics($1)`,
    values: [playerId],
  });
  await query({
    text: `UPDATE player SET referral_count = greatest(referral_count - 1, 0)
      WHERE id = (SELECT referred_by FROM player WHERE id = $1)`,
    values: [playerId],
  });
  await query({ text: `UPDATE player SET referred_by = NULL WHERE id = $1`, values: [playerId] });
  const ended = await query<{ id: bigint }>({
    text: `DELETE FROM session WHERE player_id = $1 RETURNING id`,
    values: [playerId],
  });
  return ended.map((row) => row.id);
};

/** Every table that names the player, and what of it is not his to see: seeds before their reveal, hashes of tokens. */
const held = {
  sessions: `SELECT id, user_agent, created_at, last_seen_at, expires_at FROM session WHERE player_id = $1 ORDER BY id`,
  aviatorBets: `SELECT id, round_id, amount, outcome, auto_hundredths, cash_out_hundredths, amount_won, created_at, settled_at
    FROM aviator_bet WHERE player_id = $1 ORDER BY id`,
  minefieldGames: `SELECT id, difficulty, amount, state, gem_tiles, hit_tile, amount_won, seed_id, nonce, created_at, updated_at
    FROM minefield_game WHERE player_id = $1 ORDER BY id`,
  doubleTroubleBets: `SELECT id, draw_id, draw_type, number, amount, payout_hundredths, outcome, amount_won, created_at, settled_at
    FROM double_trouble_bet WHERE player_id = $1 ORDER BY id`,
  lotteryTickets: `SELECT t.id, d.draw_key AS draw_id, t.bid, t.created_at,
      (SELECT json_agg(n ORDER BY n) FROM generate_series(1, 49) n WHERE t.pick & (1::bigint << (n - 1)) > 0) AS numbers
    FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id WHERE t.player_id = $1 ORDER BY t.id`,
  wheelSpins: `SELECT id, site_day, segment, amount, seed_id, nonce, created_at FROM wheel_spin WHERE player_id = $1 ORDER BY id`,
  adViews: `SELECT id, provider, creative, seconds, coins, started_at, paid_at FROM ad_view WHERE player_id = $1 ORDER BY id`,
  seeds: `SELECT id, state, encode(commitment, 'hex') AS commitment, client_seed, client_seed_source, next_nonce,
    encode(seed, 'hex') AS seed, created_at, activated_at, revealed_at FROM player_seed WHERE player_id = $1 ORDER BY id`,
  invited: `SELECT referred_id AS id, state, earned_at, rewarded_at FROM referral WHERE referrer_id = $1 ORDER BY referred_id`,
  invitedBy: `SELECT referrer_id AS id, state, earned_at, rewarded_at FROM referral WHERE referred_id = $1`,
  breaks: `SELECT starts_at, ends_at FROM play_break WHERE player_id = $1 ORDER BY id`,
  standings: `SELECT CASE span WHEN 'd' THEN 'day' ELSE 'week' END AS span, since, won FROM standing
    WHERE player_id = $1 ORDER BY since, span`,
  likes: `SELECT slug FROM blog_like WHERE player_id = $1 ORDER BY slug`,
  contactMessages: `SELECT id, name, email, title, description, created_at FROM contact_message
    WHERE lower(email) = (SELECT lower(email) FROM player WHERE id = $1) ORDER BY id`,
  newsletter: `SELECT email, confirmed_at, created_at FROM newsletter_subscriber
    WHERE lower(email) = (SELECT lower(email) FROM player WHERE id = $1)`,
  answers: `SELECT operation, key, status, answer, created_at FROM idempotency WHERE player_id = $1 ORDER BY created_at`,
  transfers: `SELECT id, kind, amount, created_at, source,
      CASE debit_account WHEN 1000 + 2 * $1 THEN 'coins' WHEN 1001 + 2 * $1 THEN 'winnings' END AS from_balance,
      CASE credit_account WHEN 1000 + 2 * $1 THEN 'coins' WHEN 1001 + 2 * $1 THEN 'winnings' END AS to_balance
    FROM transfer WHERE debit_account IN (1000 + 2 * $1, 1001 + 2 * $1) OR credit_account IN (1000 + 2 * $1, 1001 + 2 * $1)
    ORDER BY id`,
} as const;

/** One list a table, in names of our own database. */
export const readEverything = async (
  query: Query,
  playerId: bigint,
): Promise<Record<string, readonly object[]>> => {
  const lists: Record<string, readonly object[]> = {};
  for (const [name, text] of Object.entries(held)) {
    const [row] = await query<{ rows: object[] }>({
      text: `SELECT coalesce(json_agg(t), '[]') AS rows FROM (${text.replaceAll('$1', '$1::bigint')}) t`,
      values: [playerId],
    });
    lists[name] = row?.rows ?? [];
  }
  return lists;
};
