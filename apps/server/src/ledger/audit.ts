/**
 * The auditor: recomputes what must always hold from the rows alone, in SQL of its own that shares
 * nothing with the statements that move coins. Each check returns the rows that break it; here are those
 * of the ledger, each game brings its own.
 */
import type { Database } from '../platform/database/database.ts';

type Query = Database['query'];

export interface Check {
  /** The code in docs/invariants.md. */
  line: string;
  states: string;
  /** Violating rows; an empty result passes. A statement, or a function if SQL by itself cannot decide. */
  broken: string | ((query: Query) => Promise<object[]>);
}

/** What is wrong with single rows, which `read` returns in the order of their ids, a page after each id. */
export const findBroken = async <Row extends { id: bigint }>(
  read: (after: bigint) => Promise<readonly Row[]>,
  faultOf: (row: Row) => object | undefined,
): Promise<object[]> => {
  const broken: object[] = [];
  for (let after = 0n; ;) {
    const rows = await read(after);
    for (const row of rows) {
      const fault = faultOf(row);
      if (fault) broken.push({ id: row.id, ...fault });
    }
    const last = rows.at(-1);
    if (!last) return broken;
    after = last.id;
  }
};

export interface Finding {
  line: string;
  states: string;
  /** Up to 20 of the rows that break it. */
  broken: object[];
}

const most = 20;

/** Every transfer as two entries of the accounts it touches. */
const entries = `entry AS (
  SELECT id, debit_account AS account, -amount AS amount FROM transfer
  UNION ALL SELECT id, credit_account, amount FROM transfer
)`;

export const ledgerChecks: readonly Check[] = [
  {
    line: 'I1',
    states: 'every transfer moves a whole amount above zero between two known accounts',
    broken: `SELECT t.id FROM transfer t
      WHERE t.amount <= 0 OR t.debit_account = t.credit_account
        OR NOT EXISTS (SELECT FROM account a WHERE a.id = t.debit_account UNION ALL SELECT FROM player p
          WHERE p.id = (t.debit_account - 1000) / 2 AND t.debit_account >= 1000)
        OR NOT EXISTS (SELECT FROM account a WHERE a.id = t.credit_account UNION ALL SELECT FROM player p
          WHERE p.id = (t.credit_account - 1000) / 2 AND t.credit_account >= 1000)`,
  },
  {
    line: 'I1',
    states: 'the ledger sums to zero',
    broken: `WITH ${entries} SELECT sum(amount) AS sum FROM entry HAVING sum(amount) <> 0`,
  },
  {
    line: 'I2',
    states: 'each wallet equals the sum of its transfers',
    broken: `WITH ${entries}, sums AS (SELECT account, sum(amount) AS amount FROM entry WHERE account >= 1000
      GROUP BY account)
      SELECT w.player_id, w.coins, w.winnings, c.amount AS coins_entries, g.amount AS winnings_entries
      FROM wallet w
      LEFT JOIN sums c ON c.account = 1000 + 2 * w.player_id
      LEFT JOIN sums g ON g.account = 1001 + 2 * w.player_id
      WHERE w.coins <> coalesce(c.amount, 0) OR w.winnings <> coalesce(g.amount, 0)
      UNION ALL
      SELECT s.account, NULL, NULL, s.amount, NULL FROM sums s
      WHERE NOT EXISTS (SELECT FROM wallet w WHERE w.player_id = (s.account - 1000) / 2)`,
  },
  {
    line: 'I3',
    states: "no prefix of a player's transfers is negative",
    broken: `WITH ${entries}, running AS (
        SELECT id, account, sum(amount) OVER (PARTITION BY account ORDER BY id) AS balance FROM entry
        WHERE account >= 1000)
      SELECT * FROM running WHERE balance < 0`,
  },
  {
    line: 'I4',
    states: 'no column of coins is a floating-point number',
    // Hosted servers and administrators put things of their own into the schema, such as pg_stat_statements.
    broken: `SELECT c.relname AS table_name, a.attname AS column_name, format_type(a.atttypid, NULL) AS data_type
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
        AND c.relowner = (SELECT relowner FROM pg_class WHERE oid = 'transfer'::regclass)
        AND NOT EXISTS (SELECT FROM pg_depend d
          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
        AND a.atttypid IN ('real'::regtype, 'double precision'::regtype, 'money'::regtype)`,
  },
  {
    line: 'I5',
    states: 'the application cannot change or remove transfers',
    broken: `SELECT r.rolname, p.privilege FROM pg_roles r,
      unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS p (privilege)
      WHERE r.rolname = 'fairground_app' AND has_table_privilege(r.oid, 'transfer'::regclass, p.privilege)
      UNION ALL
      SELECT 'no trigger', NULL WHERE NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = 'transfer'::regclass AND tgname = 'transfer_is_immutable'
          AND tgenabled = 'O')`,
  },
  {
    line: 'I10',
    states: 'coins for sign-ups, referrals and ads come each from their own account, which receives none',
    broken: `SELECT id, kind, debit_account, credit_account FROM transfer
      WHERE (kind = 'signup') <> (debit_account = 1) OR (kind = 'referral') <> (debit_account = 2)
        OR (kind = 'ad') <> (debit_account = 3) OR credit_account IN (1, 2, 3)
      UNION ALL
      SELECT id, kind, debit_account, credit_account FROM transfer
      WHERE kind = 'signup' AND credit_account <> 1000 + 2 * source`,
  },
  {
    line: 'I6',
    states: 'what caused a transfer caused one of its kind',
    broken: `SELECT kind, source, count(*) FROM transfer GROUP BY kind, source HAVING count(*) > 1`,
  },
  {
    line: 'I5',
    states: 'each published hash of the ledger follows from the transfers until then',
    broken: `SELECT h.block, h.day FROM (
        SELECT block, day, hash, transfers, through, lag(hash) OVER b AS hash_before,
          lag(transfers) OVER b AS transfers_before,
          lag(through) OVER b AS after
        FROM ledger_head WINDOW b AS (ORDER BY block)
      ) h CROSS JOIN LATERAL (
        SELECT count(*) AS n, coalesce(string_agg(
            t.id || '|' || t.kind || '|' || t.source || '|' || t.debit_account || '|' || t.credit_account || '|'
            || t.amount || '|' || (extract(epoch FROM t.created_at) * 1000000)::bigint,
          E'\\n' ORDER BY t.id), '') AS lines
        FROM transfer t WHERE t.id > h.after AND t.id <= h.through
      ) t
      WHERE h.block > 0
        AND (h.hash <> sha256(h.hash_before || convert_to(t.lines, 'UTF8'))
          OR h.transfers <> h.transfers_before + t.n)`,
  },
];

/** Runs every check in one snapshot, so that a running site does not look broken in between. */
export const runChecks = async (database: Database, checks: readonly Check[]): Promise<Finding[]> =>
  database.transaction(async (query) => {
    await query({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] });
    await query({ text: 'SET LOCAL idle_in_transaction_session_timeout = 0', values: [] });
    // Every check reads whole tables, and is expected to find nothing. For the limit the planner expects to be done
    // after a few rows, and would compare each row of a table with all of another one.
    await query({ text: 'SET LOCAL enable_nestloop = off', values: [] });
    const findings: Finding[] = [];
    for (const { line, states, broken } of checks) {
      const rows =
        typeof broken === 'string'
          ? await query<object>({ text: `SELECT * FROM (${broken}) rows LIMIT ${most}`, values: [] })
          : await broken(query);
      findings.push({ line, states, broken: rows.slice(0, most) });
    }
    return findings;
  });
