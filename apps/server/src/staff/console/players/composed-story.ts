/**
 * The newest rows of everything that is stored about a player, of the core and of each game. Movements of coins have no
 * index by player: they are found through the rows that caused them, as for an export.
 */
import { composeStatement } from '@fairground/sql/composed';

/** What a game declares for exports, which the story reads too. */
export interface GameStory {
  exportTables: Readonly<Record<string, string>>;
  ledger: { prefix: string };
}

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

const withPlayer = (text: string): string => text.replaceAll('$1', '$1::bigint');

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
      WHERE lower(m.email) = lower(p.email) AND p.email_confirmed_at IS NOT NULL ORDER BY m.id DESC`,
  ),
];

/** Selects `(sources, kinds)` of the newest rows of one table. */
interface Cause {
  text: string;
}

const causeOf = (table: string, kinds: string, sources = 'ARRAY[id]'): Cause => ({
  text: `(SELECT ${sources} AS sources, ${kinds} AS kinds FROM ${table} WHERE player_id = $1::bigint
    ORDER BY id DESC LIMIT $2::bigint)`,
});

const kindsOf = (kind: string): string => `ARRAY['${kind}']::transfer_kind[]`;

const coreCauses: readonly Cause[] = [
  causeOf('(SELECT id AS player_id, id FROM player) p', kindsOf('signup')),
  causeOf('ad_view', kindsOf('ad')),
  causeOf(
    '(SELECT referrer_id AS player_id, referred_id AS id FROM referral) r',
    kindsOf('referral'),
    'ARRAY[2 * id]',
  ),
  causeOf(
    '(SELECT referred_id AS player_id, referred_id AS id FROM referral) r',
    kindsOf('referral'),
    'ARRAY[2 * id + 1]',
  ),
  causeOf('card_claim', kindsOf('card')),
  causeOf('coin_correction', kindsOf('correction'), 'ARRAY[2 * id, 2 * id + 1]'),
  causeOf('account_closing', kindsOf('closed'), 'ARRAY[2 * id, 2 * id + 1]'),
];

const causesOfGame = ({ exportTables, ledger: { prefix } }: GameStory): Cause[] =>
  Object.values(exportTables).map((text) => ({
    text: `(SELECT ARRAY[r.id] AS sources, ARRAY(SELECT k FROM unnest(enum_range(NULL::transfer_kind)) k
        WHERE k::text = '${prefix}' OR starts_with(k::text, '${prefix}_')) AS kinds
      FROM (${withPlayer(text)}) r ORDER BY r.id DESC LIMIT $2::bigint)`,
  }));

const movements = (games: readonly GameStory[]): StoryList =>
  list(
    'movements',
    `SELECT x.id, x.created_at, x.kind, x.source,
        CASE WHEN x.debit_account IN (coins_account($1::bigint), winnings_account($1::bigint))
          THEN -x.amount ELSE x.amount END AS amount,
        CASE WHEN coins_account($1::bigint) IN (x.debit_account, x.credit_account)
          THEN 'coins' ELSE 'winnings' END AS balance
      FROM (${[...coreCauses, ...games.flatMap(causesOfGame)].map(({ text }) => text).join('\n      UNION ALL ')}) c
      CROSS JOIN LATERAL (
        SELECT y.* FROM transfer y WHERE y.kind = ANY (c.kinds) AND y.source = ANY (c.sources)
          AND (y.debit_account IN (coins_account($1::bigint), winnings_account($1::bigint))
            OR y.credit_account IN (coins_account($1::bigint), winnings_account($1::bigint)))) x
      ORDER BY x.id DESC`,
  );

/** Movements first, then the bets of each game, then what is the core's. */
export const storyLists = (games: readonly GameStory[]): readonly StoryList[] => [
  movements(games),
  ...games.flatMap(({ exportTables }) =>
    Object.entries(exportTables).map(([name, text]) =>
      list(name, `SELECT * FROM (${withPlayer(text)}) r ORDER BY r.id DESC`),
    ),
  ),
  ...coreLists,
];

export const composedStatements = (games: readonly GameStory[]) =>
  storyLists(games).map(({ newest }) => newest);
