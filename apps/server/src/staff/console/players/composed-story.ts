/** The newest rows of everything that is stored about a player, of the core and of each game. */
import { composeStatement } from '@fairground/sql/composed';
import {
  isPlayers,
  listCauses,
  rowsOfGame,
  transfersOf,
  type Cause,
  type CausingGame,
} from '../../../ledger/causes.ts';

/** One of the lists: the newest rows as JSON texts. */
export interface StoryList {
  name: string;
  newest: ReturnType<typeof composeNewest>;
}

const composeNewest = (name: string, text: string) =>
  composeStatement({
    name: `story-${name}`,
    params: { playerId: 'int8', maxRows: 'int8' },
    columns: { row: 'text?' },
    text: `SELECT row_to_json(t)::text AS row FROM (${text} LIMIT $2::bigint) t`,
  });

const list = (name: string, text: string): StoryList => ({ name, newest: composeNewest(name, text) });

const rowsOf = (name: string, table: string, columns: string): StoryList =>
  list(name, `SELECT ${columns} FROM ${table} WHERE player_id = $1::bigint ORDER BY id DESC`);

const coreLists: readonly StoryList[] = [
  rowsOf('sessions', 'session', 'id, user_agent, created_at, last_seen_at, expires_at'),
  rowsOf(
    'access tokens',
    'access_token',
    'id, name, scopes, last_four, created_at, expires_at, last_used_on',
  ),
  rowsOf('breaks', 'play_break', 'id, starts_at, ends_at'),
  list('planned limit', `SELECT daily_stake, effective_at FROM limit_change WHERE player_id = $1::bigint`),
  rowsOf('ads', 'ad_view', 'id, coins, started_at, paid_at'),
  list(
    'invited players',
    `SELECT r.referred_id AS id, p.username, r.state, r.earned_at, r.rewarded_at FROM referral r
      JOIN player p ON p.id = r.referred_id WHERE r.referrer_id = $1::bigint ORDER BY r.referred_id DESC`,
  ),
  rowsOf('corrections', 'coin_correction', 'id, amount, reason, created_at'),
  list(
    'messages',
    `SELECT m.id, m.title, m.created_at, m.answered_at FROM contact_message m JOIN player p ON p.id = $1::bigint
      WHERE m.email_key = p.email_key AND p.email_confirmed_at IS NOT NULL ORDER BY m.id DESC`,
  ),
];

const movements = (games: readonly CausingGame[]): StoryList =>
  list(
    'movements',
    `SELECT x.id, x.created_at, x.kind, x.source,
        CASE WHEN ${isPlayers('debit')} THEN -x.amount ELSE x.amount END AS amount,
        CASE WHEN coins_account($1::bigint) IN (x.debit_account, x.credit_account)
          THEN 'coins' ELSE 'winnings' END AS balance
      FROM (${listCauses(games).map(newestOf).join('\n      UNION ALL ')}) c
      CROSS JOIN LATERAL (SELECT x.* FROM ${transfersOf({ kinds: 'c.kinds', sources: 'c.sources' })}) x
      ORDER BY x.id DESC`,
  );

const newestOf = ({ rows, sources, kinds }: Cause): string =>
  `(SELECT ${sources} AS sources, ${kinds} AS kinds FROM (${rows}) c ORDER BY c.id DESC LIMIT $2::bigint)`;

/** Movements first, then the bets of each game, then what is the core's. */
export const storyLists = (games: readonly CausingGame[]): readonly StoryList[] => [
  movements(games),
  ...games
    .flatMap(rowsOfGame)
    .map(([name, rows]) => list(name, `SELECT * FROM (${rows}) r ORDER BY r.id DESC`)),
  ...coreLists,
];

export const composedStatements = (games: readonly CausingGame[]) =>
  storyLists(games).map(({ newest }) => newest);
