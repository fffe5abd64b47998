/** Invariants of the lottery's draws and tickets, recomputed from the rows and the revealed seeds. */
import { formatHex } from '@fairground/fairness/hex';
import { lottoNumbers } from '../draw.ts';
import { merkleRoot, ticketLeaf } from '@fairground/fairness/merkle';
import { ownerCheck } from '@fairground/game-kit/server';
import { findBroken, type Check } from '@fairground/server/ledger/audit';
import type { Database } from '@fairground/server/platform/database/database';

type Query = Database['query'];

/** The numbers of a pick from its 49 bits as text, the last bit being number 1. */
const numbersOf = (bits: string): number[] =>
  bits
    .split('')
    .flatMap((bit, at) => (bit === '1' ? [bits.length - at] : []))
    .toReversed();

/** Rows that broke are enough by the hundred. */
const pageSize = 500;

const wrongNumbers = (query: Query): Promise<object[]> =>
  findBroken(
    (after) =>
      query<{
        id: bigint;
        draw_key: string;
        root: Buffer;
        seed: Buffer;
        bits: string;
        beacon_round: number | null;
        randomness: Buffer | null;
      }>({
        text: `SELECT d.id, d.draw_key, d.root, d.seed, d.winning::bit(49)::text AS bits, d.beacon_round, v.randomness
        FROM lottery_draw d
        LEFT JOIN beacon_value v ON v.chain_id = d.beacon_chain_id AND v.round = d.beacon_round
        WHERE d.seed IS NOT NULL AND d.id > $1 ORDER BY d.id LIMIT $2`,
        values: [after, pageSize],
      }),
    ({ draw_key: date, root, seed, bits, ...row }) => {
      const beacon = row.randomness ?? undefined;
      const numbers = numbersOf(bits);
      const drawn = lottoNumbers({ betsRoot: root, date, seed, beacon });
      const isMissing = row.beacon_round !== null && beacon === undefined;
      return isMissing || String(drawn) !== String(numbers) ? { numbers, drawn } : undefined;
    },
  );

const wrongRoots = async (query: Query): Promise<object[]> => {
  const broken: object[] = [];
  const draws = await query<{
    id: bigint;
    draw_key: string;
    root: Buffer;
    ticket_count: number;
    entropy: string;
    beacon_round: number | null;
  }>({
    text: `SELECT id, draw_key, root, ticket_count, entropy, beacon_round FROM lottery_draw
      WHERE root IS NOT NULL ORDER BY id`,
    values: [],
  });
  for (const draw of draws) {
    const leaves: string[] = [];
    let hasSeeds = false;
    for (let after = 0n; ;) {
      const rows = await query<{ id: bigint; bid: number; bits: string; client_seed: string }>({
        text: `SELECT t.id, t.bid, t.client_seed, t.pick::bit(49)::text AS bits FROM lottery_ticket t
          WHERE t.draw_id = $1 AND t.id > $2 ORDER BY t.id LIMIT 20000`,
        values: [draw.id, after],
      });
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      for (const { id, bid, bits, client_seed: clientSeed } of rows) {
        leaves.push(
          ticketLeaf({ id: String(id), drawId: draw.draw_key, numbers: numbersOf(bits), bid, clientSeed }),
        );
        hasSeeds ||= clientSeed !== '';
      }
    }
    const root = merkleRoot(leaves);
    const reached = hasSeeds ? 'bettors' : 'install';
    const entropy = draw.beacon_round === null ? reached : 'beacon';
    if (root !== formatHex(draw.root) || leaves.length !== draw.ticket_count || entropy !== draw.entropy) {
      broken.push({ id: draw.id, root, published: formatHex(draw.root), tickets: leaves.length });
    }
  }
  return broken;
};

const account = `(SELECT id FROM account WHERE name = 'lottery')`;

export const lotteryChecks: readonly Check[] = [
  {
    line: 'I8',
    states: "each lottery ticket that was settled paid its bid times the tier, to its player's winnings",
    broken: `SELECT s.id, s.amount, s.payout AS due, p.amount AS paid
      FROM game_stake s LEFT JOIN transfer p ON p.kind = 'lottery_payout' AND p.source = s.id
      WHERE s.game = 'lottery' AND s.is_settled
        AND (coalesce(p.amount, 0) <> s.payout
          OR p.credit_account <> 1001 + 2 * s.player_id OR p.debit_account <> ${account})`,
  },
  {
    line: 'I8',
    states: "each lottery draw's numbers follow from its seed and its root",
    broken: wrongNumbers,
  },
  {
    line: 'I9',
    states: 'no lottery draw is unsettled a minute after it was held while the site runs',
    broken: `SELECT d.id, d.drawn_at, d.settled_through, d.last_ticket FROM lottery_draw d, director_lease l
      WHERE d.state = 'settling' AND d.drawn_at < l.renewed_at - interval '60 s'
        AND l.led_since < l.renewed_at - interval '60 s'`,
  },
  {
    line: 'I12',
    states: 'one lottery draw a slot, and none held before the one that came first',
    broken: `SELECT min(id) AS id, draws_at FROM lottery_draw WHERE voided_at IS NULL
      GROUP BY draws_at HAVING count(*) > 1
      UNION ALL
      SELECT id, draws_at FROM (
        SELECT id, draws_at, lag(draws_at) OVER (ORDER BY id) AS before,
          (seed IS NOT NULL) AS held, lag(seed IS NOT NULL) OVER (ORDER BY id) AS held_before
        FROM lottery_draw WHERE voided_at IS NULL) d
      WHERE before >= draws_at OR (before IS NOT NULL AND NOT held_before)
      UNION ALL
      SELECT t.draw_id, d.draws_at FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id
      WHERE t.id <= d.after_ticket OR t.id > d.last_ticket`,
  },
  {
    line: 'I13',
    states: 'commitment, first ticket, close and reveal of a lottery draw come in this order',
    // What was bought in advance was bought when it was paid. Times that were promised are compared, not two readings
    // of the clock, which may have been set back in between: sales close, and a draw is held, no sooner than it says.
    broken: `SELECT d.id, d.opened_at, min(t.created_at) AS first, max(coalesce(a.created_at, t.created_at)) AS last,
        d.closes_at, d.closed_at, d.drawn_at
      FROM lottery_draw d LEFT JOIN lottery_ticket t ON t.draw_id = d.id
      LEFT JOIN lottery_advance a ON a.id = t.advance_id
      GROUP BY d.id
      HAVING min(t.created_at) FILTER (WHERE t.advance_id IS NULL) < d.opened_at
        OR max(coalesce(a.created_at, t.created_at)) > d.closed_at
        OR d.closed_at < d.closes_at OR d.drawn_at < d.closes_at OR d.drawn_at < d.draws_at`,
  },
  ownerCheck({
    noun: 'lottery ticket',
    table: 'lottery_ticket',
    rounds: { noun: 'draw', table: 'lottery_draw', column: 'draw_id' },
  }),
  {
    line: 'I7',
    states:
      'each advance ticket became one ticket of the draw at its time, with its numbers and bid, or none',
    broken: `SELECT a.id, a.state, t.id AS ticket, t.draw_id FROM lottery_advance a
      FULL JOIN (SELECT * FROM lottery_ticket WHERE advance_id IS NOT NULL) t ON t.advance_id = a.id
      LEFT JOIN lottery_draw d ON d.id = t.draw_id
      WHERE (coalesce(a.state::text, '') = 'placed') <> (t.id IS NOT NULL)
        OR t.id IS NOT NULL AND (a.player_id, a.pick, a.bid, a.client_seed, a.draws_at)
          IS DISTINCT FROM (t.player_id, t.pick, t.bid, t.client_seed, d.draws_at)`,
  },
  {
    line: 'I16',
    states: 'no advance ticket waits for a draw whose root is published',
    broken: `SELECT a.id, a.draws_at, d.id AS draw FROM lottery_advance a JOIN lottery_draw d ON d.draws_at = a.draws_at
      WHERE a.state = 'pending' AND d.root IS NOT NULL AND d.voided_at IS NULL`,
  },
  {
    line: 'I14',
    states: "each lottery draw's seed opens its commitment",
    broken: `SELECT id FROM lottery_draw WHERE sha256(coalesce(seed, void_seed)) <> commitment`,
  },
  {
    line: 'I16',
    states: "each closed draw's tickets still make up the root that was published",
    broken: wrongRoots,
  },
  {
    line: 'I16',
    states: 'no ticket can be changed, removed, or added to a closed draw',
    broken: `SELECT r.rolname, p.privilege
      FROM pg_roles r, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS p (privilege)
      WHERE r.rolname = 'fairground_app' AND has_table_privilege(r.oid, 'lottery_ticket'::regclass, p.privilege)
      UNION ALL
      SELECT 'no trigger', name FROM unnest(ARRAY['lottery_ticket_is_immutable', 'lottery_ticket_in_time']) AS name
      WHERE NOT EXISTS (SELECT FROM pg_trigger
        WHERE tgrelid = 'lottery_ticket'::regclass AND tgname = name AND tgenabled = 'O')`,
  },
  {
    line: 'I17',
    states: 'the epoch of lottery writes never falls',
    broken: `SELECT d.id, d.epoch FROM lottery_draw d, director_lease l WHERE d.epoch > l.epoch`,
  },
];
