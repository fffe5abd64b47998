/** A player's movements of coins, by the rows that caused them. */
import { composeStatement } from '@fairground/sql/composed';
import { multiplierBounds } from '@fairground/contract/play';
import { isPlayers, listCauses, transfersOf, type Cause, type CausingGame } from '../../ledger/causes.ts';

export interface CauseList extends Pick<Cause, 'name' | 'source'> {
  page: ReturnType<typeof composePage>;
  sums: ReturnType<typeof composeSums>;
}

/** The newest causes before one of them. */
const newest = ({ rows }: Cause, where: string): string =>
  `WITH cause AS MATERIALIZED (SELECT r.id FROM (${rows}) r ${where} ORDER BY r.id DESC LIMIT $3)`;

/** Movements as JSON, in their order; null where the row moved no coins. */
const composePage = (cause: Cause) =>
  composeStatement({
    name: `play-${cause.name}`,
    isPrepared: true,
    params: { playerId: 'int8', before: 'int8', maxRows: 'int8' },
    columns: { id: 'int8?', movements: 'text?' },
    text: `${newest(cause, 'WHERE r.id < $2::bigint')}
    SELECT c.id, t.movements FROM cause c CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object(
        'at', x.created_at, 'kind', x.kind,
        'amount', CASE WHEN ${isPlayers('debit')} THEN -x.amount ELSE x.amount END,
        'isWinnings', winnings_account($1::bigint) IN (x.debit_account, x.credit_account)) ORDER BY x.id)::text AS movements
      FROM ${transfersOf(cause)}
    ) t ORDER BY c.id DESC`,
  });

const bucketCounts = multiplierBounds.map(
  (_, at) => `count(*) FILTER (WHERE s.staked > 0 AND s.refunded = 0 AND s.bucket = ${at + 1})`,
);
const hundredths = multiplierBounds.map((bound) => Math.round(bound * 100));

/** Sums of the newest causes by day from one on, with how many causes were read, and the time of the oldest. */
const composeSums = (cause: Cause) =>
  composeStatement({
    name: `play-sums-${cause.name}`,
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
    text: `${newest(cause, '')}, sum AS MATERIALIZED (
      SELECT t.*, width_bucket((100 * t.paid_out) / greatest(t.staked, 1), ARRAY[${hundredths.join(', ')}]::numeric[]) AS bucket
      FROM cause c CROSS JOIN LATERAL (
        SELECT min(x.created_at) AS at,
          coalesce(sum(x.amount) FILTER (WHERE ${isPlayers('debit')}), 0) AS paid,
          coalesce(sum(x.amount) FILTER (WHERE ${isPlayers('credit')}), 0) AS received,
          coalesce(sum(x.amount) FILTER (WHERE x.kind::text LIKE '%\\_stake\\_%'), 0) AS staked,
          coalesce(sum(x.amount) FILTER (WHERE x.kind::text LIKE '%\\_payout'), 0) AS paid_out,
          coalesce(sum(x.amount) FILTER (WHERE x.kind::text LIKE '%\\_refund\\_%'), 0) AS refunded
        FROM ${transfersOf(cause)}
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

/** Without those of closed accounts, which nobody can look at. */
export const causeLists = (games: readonly CausingGame[]): readonly CauseList[] =>
  listCauses(games)
    .filter(({ source }) => source !== 'closed')
    .map((cause) => ({ ...cause, page: composePage(cause), sums: composeSums(cause) }));

export const composedStatements = (games: readonly CausingGame[]) =>
  causeLists(games).flatMap(({ page, sums }) => [page, sums]);
