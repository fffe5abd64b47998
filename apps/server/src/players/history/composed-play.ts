/**
 * A player's movements of coins, by the rows that caused them: transfers have no index by account, which every bet would
 * pay for. The rows of games are the lists that they export. Transfers are found by their kind and source.
 */
import { composeStatement } from '@fairground/sql/composed';
import { multiplierBounds, type OtherSource } from '@fairground/contract/play';

export interface PlayedGame {
  /** The wire id. */
  id: string;
  /** SELECTs with the player's id as `$1` and an `id` column, which is the source of transfers. */
  exportTables: Readonly<Record<string, string>>;
  /** The transfers have a kind with this prefix. */
  ledger: { prefix: string };
}

/** What caused movements: rows of one table. */
export interface CauseList {
  name: string;
  /** The game, or where else the coins came from. */
  source: string;
  page: ReturnType<typeof composePage>;
  sums: ReturnType<typeof composeSums>;
}

interface Causes {
  /** A SELECT of `id`, with the player's id as `$1`. */
  rows: string;
  /** The sources of their transfers, of row `c`. */
  sources: string;
  /** A condition on a kind `k`, as text. */
  kinds: string;
}

const isPlayers = (side: string) => `x.${side}_account IN (1000 + 2 * $1::bigint, 1001 + 2 * $1::bigint)`;

/** The newest causes before one of them, and the player's movements of each, as of `cause` and `kind`. */
const newest = ({ rows, kinds }: Causes, where: string, limit: string): string =>
  `WITH kind AS MATERIALIZED (
    SELECT array_agg(k) AS kinds FROM unnest(enum_range(NULL::transfer_kind)) k WHERE ${kinds}
  ), cause AS MATERIALIZED (
    SELECT r.id FROM (${rows.replaceAll(/\$1(?!::)/g, '$1::bigint')}) r ${where} ORDER BY r.id DESC LIMIT ${limit}
  )`;

const moved = ({ sources }: Causes): string =>
  `transfer x WHERE x.kind = ANY (kind.kinds) AND x.source = ANY (${sources})
      AND (${isPlayers('debit')} OR ${isPlayers('credit')})`;

/** Movements as JSON, in their order; null where the row moved no coins. */
const composePage = (name: string, causes: Causes) =>
  composeStatement({
    name: `play-${name}`,
    isPrepared: true,
    params: { playerId: 'int8', before: 'int8', maxRows: 'int8' },
    columns: { id: 'int8?', movements: 'text?' },
    text: `${newest(causes, 'WHERE r.id < $2::bigint', '$3')}
    SELECT c.id, t.movements FROM cause c CROSS JOIN kind CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object(
        'at', x.created_at, 'kind', x.kind,
        'amount', CASE WHEN ${isPlayers('debit')} THEN -x.amount ELSE x.amount END,
        'isWinnings', 1001 + 2 * $1::bigint IN (x.debit_account, x.credit_account)) ORDER BY x.id)::text AS movements
      FROM ${moved(causes)}
    ) t ORDER BY c.id DESC`,
  });

const bucketCounts = multiplierBounds.map(
  (_, at) => `count(*) FILTER (WHERE s.staked > 0 AND s.refunded = 0 AND s.bucket = ${at + 1})`,
);
const hundredths = multiplierBounds.map((bound) => Math.round(bound * 100));

/** Sums of the newest causes by day from one on, with how many causes were read, and the time of the oldest. */
const composeSums = (name: string, causes: Causes) =>
  composeStatement({
    name: `play-sums-${name}`,
    isPrepared: true,
    params: { playerId: 'int8', fromDay: 'text', maxRows: 'int8' },
    columns: {
      day: 'text?',
      entries: 'int8',
      paid: 'int8?',
      received: 'int8?',
      multipliers: 'int8[]?',
      read: 'int8?',
      oldest: 'text?',
    },
    text: `${newest(causes, '', '$3')}, sum AS MATERIALIZED (
      SELECT t.*, width_bucket((100 * t.paid_out) / greatest(t.staked, 1), ARRAY[${hundredths.join(', ')}]::numeric[]) AS bucket
      FROM cause c CROSS JOIN kind CROSS JOIN LATERAL (
        SELECT min(x.created_at) AS at,
          coalesce(sum(x.amount) FILTER (WHERE ${isPlayers('debit')}), 0) AS paid,
          coalesce(sum(x.amount) FILTER (WHERE ${isPlayers('credit')}), 0) AS received,
          coalesce(sum(x.amount) FILTER (WHERE x.kind::text LIKE '%\\_stake\\_%'), 0) AS staked,
          coalesce(sum(x.amount) FILTER (WHERE x.kind::text LIKE '%\\_payout'), 0) AS paid_out,
          coalesce(sum(x.amount) FILTER (WHERE x.kind::text LIKE '%\\_refund\\_%'), 0) AS refunded
        FROM ${moved(causes)}
      ) t WHERE t.at IS NOT NULL
    ), bound AS (
      SELECT (SELECT count(*) FROM cause) AS read, (SELECT to_json(min(s.at)) #>> '{}' FROM sum s) AS oldest
    )
    SELECT day_in_zone(s.at, z.name)::text AS day, count(*) AS entries, sum(s.paid)::bigint AS paid,
      sum(s.received)::bigint AS received, ARRAY[${bucketCounts.join(', ')}] AS multipliers,
      min(b.read) AS read, min(b.oldest) AS oldest
    FROM sum s CROSS JOIN bound b CROSS JOIN site_zone z
    WHERE z.id = 1 AND day_in_zone(s.at, z.name) >= $2::text::date
    GROUP BY 1`,
  });

const listOf = (source: string, name: string, causes: Causes): CauseList => ({
  name,
  source,
  page: composePage(name, causes),
  sums: composeSums(name, causes),
});

const coreList = (source: OtherSource, name: string, rows: string, sources = 'ARRAY[c.id]'): CauseList =>
  listOf(source, name, { rows, sources, kinds: `k = '${source}'` });

const coreLists: readonly CauseList[] = [
  coreList('signup', 'signup', 'SELECT p.id FROM player p WHERE p.id = $1'),
  coreList('ad', 'adViews', 'SELECT v.id FROM ad_view v WHERE v.player_id = $1'),
  coreList(
    'referral',
    'invited',
    'SELECT f.referred_id AS id FROM referral f WHERE f.referrer_id = $1',
    'ARRAY[2 * c.id]',
  ),
  coreList(
    'referral',
    'invitedBy',
    'SELECT f.referred_id AS id FROM referral f WHERE f.referred_id = $1',
    'ARRAY[2 * c.id + 1]',
  ),
  coreList('card', 'cardClaims', 'SELECT k.id FROM card_claim k WHERE k.player_id = $1'),
  coreList(
    'correction',
    'corrections',
    'SELECT n.id FROM coin_correction n WHERE n.player_id = $1',
    'ARRAY[2 * c.id, 2 * c.id + 1]',
  ),
];

export const causeLists = (games: readonly PlayedGame[]): readonly CauseList[] => [
  ...games.flatMap(({ id, exportTables, ledger: { prefix } }) =>
    Object.entries(exportTables).map(([name, rows]) =>
      listOf(id, name, {
        rows,
        sources: 'ARRAY[c.id]',
        kinds: `k::text = '${prefix}' OR starts_with(k::text, '${prefix}_')`,
      }),
    ),
  ),
  ...coreLists,
];

export const composedStatements = (games: readonly PlayedGame[]) =>
  causeLists(games).flatMap(({ page, sums }) => [page, sums]);
