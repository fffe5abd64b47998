/**
 * The auditor: recomputes what must always hold from the rows alone, in SQL of its own that shares
 * nothing with the statements that move coins. Each check returns the rows that break it.
 */
import type { Database } from '../platform/database.ts';

interface Check {
  /** The invariant's name in docs/trust.md. */
  line: string;
  states: string;
  /** Rows that break it; none is the pass. */
  text: string;
}

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

const checks: Check[] = [
  {
    line: 'I1',
    states: 'every transfer moves a whole amount above zero between two known accounts',
    text: `SELECT t.id FROM transfer t
      WHERE t.amount <= 0 OR t.debit_account = t.credit_account
        OR NOT EXISTS (SELECT FROM account a WHERE a.id = t.debit_account UNION ALL SELECT FROM player p WHERE p.id = (t.debit_account - 1000) / 2 AND t.debit_account >= 1000)
        OR NOT EXISTS (SELECT FROM account a WHERE a.id = t.credit_account UNION ALL SELECT FROM player p WHERE p.id = (t.credit_account - 1000) / 2 AND t.credit_account >= 1000)`,
  },
  {
    line: 'I1',
    states: 'the ledger sums to zero',
    text: `WITH ${entries} SELECT sum(amount) AS sum FROM entry HAVING sum(amount) <> 0`,
  },
  {
    line: 'I2',
    states: 'each wallet equals the sum of its transfers',
    text: `WITH ${entries}, sums AS (SELECT account, sum(amount) AS amount FROM entry WHERE account >= 1000 GROUP BY account)
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
    text: `WITH ${entries}, running AS (
        SELECT id, account, sum(amount) OVER (PARTITION BY account ORDER BY id) AS balance FROM entry WHERE account >= 1000)
      SELECT * FROM running WHERE balance < 0`,
  },
  {
    line: 'I4',
    states: 'no column of coins is a floating-point number',
    text: `SELECT table_name, column_name, data_type FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type IN ('real', 'double precision', 'money')`,
  },
  {
    line: 'I5',
    states: 'the application cannot change or remove transfers',
    text: `SELECT r.rolname, p.privilege FROM pg_roles r, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS p (privilege)
      WHERE r.rolname = 'fairground_app' AND has_table_privilege(r.oid, 'transfer'::regclass, p.privilege)
      UNION ALL
      SELECT 'no trigger', NULL WHERE NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = 'transfer'::regclass AND tgname = 'transfer_is_immutable' AND tgenabled = 'O')`,
  },
  {
    line: 'I6',
    states: 'what caused a transfer caused one of its kind, and each key has one answer',
    text: `SELECT kind::text, source::text, count(*) FROM transfer GROUP BY kind, source HAVING count(*) > 1
      UNION ALL
      SELECT operation, key, count(*) FROM idempotency GROUP BY player_id, operation, key HAVING count(*) > 1
      UNION ALL
      SELECT operation, key, 0 FROM idempotency WHERE answer IS NULL`,
  },
  {
    line: 'I7',
    states: 'each Aviator bet has one stake and at most one end',
    text: `WITH sums AS (
        SELECT source,
          sum(amount) FILTER (WHERE kind IN ('aviator_stake_coins', 'aviator_stake_winnings')) AS staked,
          sum(amount) FILTER (WHERE kind = 'aviator_payout') AS paid,
          sum(amount) FILTER (WHERE kind IN ('aviator_refund_coins', 'aviator_refund_winnings')) AS refunded
        FROM transfer WHERE kind::text LIKE 'aviator\\_%' GROUP BY source)
      SELECT coalesce(b.id, s.source) AS bet, b.outcome, b.amount, b.amount_won, s.staked, s.paid, s.refunded
      FROM aviator_bet b FULL JOIN sums s ON s.source = b.id
      WHERE b.id IS NULL OR s.staked IS DISTINCT FROM b.amount
        OR coalesce(s.paid, 0) <> (CASE WHEN b.outcome = 'win' THEN b.amount_won ELSE 0 END)
        OR coalesce(s.refunded, 0) <> (CASE WHEN b.outcome = 'void' THEN b.amount ELSE 0 END)
        OR (b.outcome <> 'win' AND b.amount_won <> 0)`,
  },
  {
    line: 'I8',
    states: 'each Aviator payout is its stake times the multiplier, at or below the crash point',
    text: `SELECT b.id, b.amount, b.cash_out_hundredths, b.amount_won, r.crash_hundredths
      FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
      WHERE b.outcome = 'win' AND (b.amount_won <> b.amount * b.cash_out_hundredths / 100
        OR b.cash_out_hundredths > r.crash_hundredths OR b.cash_out_hundredths > b.auto_hundredths)
      UNION ALL
      SELECT b.id, b.amount, b.auto_hundredths, b.amount_won, r.crash_hundredths
      FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
      WHERE b.outcome = 'loss' AND b.auto_hundredths <= r.crash_hundredths`,
  },
  {
    line: 'I9',
    states: "no unsettled bet is older than its round's end by a minute while the site runs",
    text: `SELECT b.id, b.round_id FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id, director_lease l
      WHERE b.outcome = 'pending' AND r.state IN ('settling', 'finished', 'void')
        AND r.finished_at < l.renewed_at - interval '60 s'`,
  },
  {
    line: 'I14',
    states: 'each revealed seed opens its commitment, and links follow each other',
    text: `SELECT r.id FROM aviator_round r WHERE r.seed IS NOT NULL AND sha256(r.seed) <> r.commitment
      UNION ALL
      SELECT r.id FROM aviator_round r JOIN fairness_chain c ON c.id = r.chain_id
      WHERE r.link = 1 AND r.commitment <> c.terminal_hash
      UNION ALL
      SELECT r.id FROM aviator_round r JOIN aviator_round q ON q.chain_id = r.chain_id AND q.link = r.link - 1
      WHERE q.seed IS NOT NULL AND r.commitment <> q.seed`,
  },
  {
    line: 'I17',
    states: 'the epoch of engine writes never falls',
    text: `SELECT r.id, r.epoch FROM aviator_round r, director_lease l WHERE r.epoch > l.epoch
      UNION ALL
      SELECT id, epoch FROM (SELECT id, epoch, lag(epoch) OVER (ORDER BY id) AS before FROM aviator_round) e
      WHERE e.epoch < e.before`,
  },
];

/** Runs every check in one snapshot, so that a running site does not look broken in passing. */
export const audit = async (database: Database): Promise<Finding[]> =>
  database.transaction(async (query) => {
    await query({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] });
    await query({ text: 'SET LOCAL idle_in_transaction_session_timeout = 0', values: [] });
    const findings: Finding[] = [];
    for (const { line, states, text } of checks) {
      const broken = await query<object>({ text: `SELECT * FROM (${text}) rows LIMIT ${most}`, values: [] });
      findings.push({ line, states, broken });
    }
    return findings;
  });
