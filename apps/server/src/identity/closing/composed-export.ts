/** Everything that is stored about a player, as lists that are read in pages. */
import { composeStatement } from '@fairground/sql/composed';
import { listCauses, rowsOfGame, transfersOf, type Cause, type CausingGame } from '../../ledger/causes.ts';

/** Rows of the player behind a place, each with its place and itself as JSON. */
export interface PagedList {
  name: string;
  /** The place before the first row. */
  start: string;
  pageSize: number;
  page: ReturnType<typeof composePage>;
}

const composePage = (name: string, text: string) =>
  composeStatement({
    name: `export-${name}`,
    params: { playerId: 'int8', after: 'text', maxRows: 'int8' },
    columns: { place: 'text', row: 'text?' },
    text,
  });

const pageSize = 500;
const placeId = '$2::text::bigint';

/** `text` selects rows with an `id`, in its order, behind `placeId`. */
const byId = (name: string, text: string): PagedList => ({
  name,
  start: '0',
  pageSize,
  page: composePage(
    name,
    `SELECT t.id::text AS place, row_to_json(t)::text AS row FROM (${text} LIMIT $3) t ORDER BY t.id`,
  ),
});

const rowsOf = (name: string, table: string, columns: string): PagedList =>
  byId(name, `SELECT ${columns} FROM ${table} WHERE player_id = $1::bigint AND id > ${placeId} ORDER BY id`);

/** A list that is always short: it is one page, with a cursor after all rows. */
const short = (name: string, text: string): PagedList => ({
  name,
  start: '',
  pageSize: 10_000,
  page: composePage(
    name,
    `SELECT 'end' AS place, row_to_json(t)::text AS row FROM (${text}) t WHERE $2::text = '' LIMIT $3`,
  ),
});

const confirmedEmail = `(SELECT email_key FROM player WHERE id = $1::bigint AND email_confirmed_at IS NOT NULL)`;

/** The core's data about the player, except secrets: unrevealed seeds and hashes. */
const coreTables: readonly PagedList[] = [
  rowsOf('sessions', 'session', 'id, user_agent, created_at, last_seen_at, expires_at'),
  short('knownAddresses', `SELECT seen_at FROM known_address WHERE player_id = $1::bigint ORDER BY seen_at`),
  short('knownBrowsers', `SELECT seen_at FROM known_browser WHERE player_id = $1::bigint ORDER BY seen_at`),
  short('authenticator', `SELECT created_at, confirmed_at FROM authenticator WHERE player_id = $1::bigint`),
  short('recoveryCodes', `SELECT used_at FROM recovery_code WHERE player_id = $1::bigint ORDER BY used_at`),
  rowsOf('accessTokens', 'access_token', 'id, name, scopes, last_four, created_at, expires_at, last_used_on'),
  short(
    'emailChange',
    `SELECT new_email, created_at, expires_at, old_confirmed_at, new_confirmed_at FROM email_change WHERE player_id = $1::bigint`,
  ),
  short('invitation', `SELECT note, created_at, ended_at FROM invitation WHERE used_by = $1::bigint`),
  rowsOf('notices', 'notice', 'id, kind, data, in_inbox, created_at, read_at'),
  short(
    'noticeDeliveries',
    `SELECT n.kind, d.channel, d.state, d.tries, d.created_at FROM notice_delivery d JOIN notice n ON n.id = d.notice_id
    WHERE n.player_id = $1::bigint ORDER BY d.id`,
  ),
  short(
    'queuedMails',
    `SELECT d.tries, d.created_at, q.good_until FROM queued_mail q JOIN notice_delivery d ON d.mail_id = q.id
    WHERE q.player_id = $1::bigint ORDER BY q.id`,
  ),
  short(
    'noticeSettings',
    `SELECT kind, inbox, push, mail, language FROM notice_setting WHERE player_id = $1::bigint ORDER BY kind`,
  ),
  rowsOf('pushSubscriptions', 'push_subscription', 'id, endpoint, language, created_at'),
  rowsOf('passkeys', 'passkey', 'id, name, transports, created_at, last_used_at'),
  rowsOf('adViews', 'ad_view', 'id, provider, creative, seconds, coins, started_at, paid_at'),
  rowsOf(
    'seeds',
    'player_seed',
    `id, state, encode(commitment, 'hex') AS commitment, client_seed, client_seed_source, next_nonce,
      encode(seed, 'hex') AS seed, created_at, activated_at, revealed_at`,
  ),
  byId(
    'invited',
    `SELECT referred_id AS id, state, earned_at, rewarded_at FROM referral
    WHERE referrer_id = $1::bigint AND referred_id > ${placeId} ORDER BY referred_id`,
  ),
  short(
    'invitedBy',
    `SELECT referrer_id AS id, state, earned_at, rewarded_at FROM referral WHERE referred_id = $1::bigint`,
  ),
  rowsOf('breaks', 'play_break', 'id, starts_at, ends_at'),
  short('limitChange', `SELECT daily_stake, effective_at FROM limit_change WHERE player_id = $1::bigint`),
  rowsOf('corrections', 'coin_correction', 'id, amount, reason, created_at'),
  rowsOf('correctionRequests', 'staff_request', 'id, amount, reason, requested_at, state, decided_at'),
  short(
    'suspension',
    `SELECT suspended_at, suspended_until, suspension_reason FROM player
    WHERE id = $1::bigint AND suspended_at IS NOT NULL`,
  ),
  short(
    'standings',
    `SELECT CASE span WHEN 'd' THEN 'day' WHEN 'w' THEN 'week' ELSE 'month' END AS span, since, won FROM standing
    WHERE player_id = $1::bigint ORDER BY since, span`,
  ),
  short(
    'deletedStandings',
    `SELECT days AS won_in_days, weeks AS won_in_weeks FROM carried_standing WHERE player_id = $1::bigint`,
  ),
  short(
    'gameStandings',
    `SELECT a.name AS game, s.won FROM game_standing s JOIN account a ON a.id = s.account
    WHERE s.player_id = $1::bigint ORDER BY a.id`,
  ),
  short(
    'seasonPlaces',
    `SELECT month, place, won FROM season_place WHERE player_id = $1::bigint ORDER BY month`,
  ),
  short(
    'achievements',
    `SELECT id, reached_at FROM achievement WHERE player_id = $1::bigint ORDER BY reached_at, id`,
  ),
  short('stamps', `SELECT day FROM stamp WHERE player_id = $1::bigint ORDER BY day`),
  rowsOf('cardClaims', 'card_claim', 'id, number, coins, claimed_at'),
  short('likes', `SELECT slug FROM blog_like WHERE player_id = $1::bigint ORDER BY slug`),
  byId(
    'contactMessages',
    `SELECT id, name, email, title, description, created_at FROM contact_message
    WHERE email_key = ${confirmedEmail} AND id > ${placeId} ORDER BY id`,
  ),
  short(
    'newsletter',
    `SELECT email, language, confirmed_at, created_at FROM newsletter_subscriber WHERE email_key = ${confirmedEmail}`,
  ),
];

/** The transfers that rows caused. */
const transferList = (cause: Cause): PagedList => ({
  name: 'transfers',
  start: '0',
  pageSize,
  page: composePage(
    'transfers',
    `WITH cause AS MATERIALIZED (
      SELECT r.id FROM (${cause.rows}) r WHERE r.id > ${placeId} ORDER BY r.id LIMIT $3
    )
    SELECT c.id::text AS place, row_to_json(t)::text AS row FROM cause c
    LEFT JOIN LATERAL (
      SELECT id, kind, amount, created_at, x.source,
        CASE debit_account WHEN coins_account($1::bigint) THEN 'coins' WHEN winnings_account($1::bigint) THEN 'winnings' END
          AS from_balance,
        CASE credit_account WHEN coins_account($1::bigint) THEN 'coins' WHEN winnings_account($1::bigint) THEN 'winnings' END
          AS to_balance
      FROM ${transfersOf(cause)}
    ) t ON true
    ORDER BY c.id, t.id`,
  ),
});

/** The lists of an export, in its order; those that share a name are one list to its reader. */
export const exportLists = (games: readonly CausingGame[]): readonly PagedList[] => [
  ...games
    .flatMap(rowsOfGame)
    .map(([name, rows]) => byId(name, `SELECT * FROM (${rows}) r WHERE r.id > ${placeId} ORDER BY r.id`)),
  ...coreTables,
  ...listCauses(games).map(transferList),
];

export const composedStatements = (games: readonly CausingGame[]) =>
  exportLists(games).map(({ page }) => page);
