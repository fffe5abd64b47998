/** Invariants of the daily wheel's spins and coins, recomputed from the rows. */
import { wheelSegment } from '../draw.ts';
import { wheelCoins, wheelSegments } from '../rules.ts';
import type { Check } from '@fairground/server/ledger/audit';

interface RevealedSpin {
  id: bigint;
  seed: Buffer;
  client_seed: string;
  nonce: number;
  segment: number;
  amount: bigint;
}

const account = `(SELECT id FROM account WHERE name = 'wheel')`;

export const wheelChecks: readonly Check[] = [
  {
    line: 'I8',
    states: 'each spin paid what its segment is worth, and the segment is what the revealed seed draws',
    async broken(query) {
      const spins = await query<RevealedSpin>({
        text: `SELECT s.id, p.seed, p.client_seed, s.nonce, s.segment, s.amount
          FROM wheel_spin s JOIN player_seed p ON p.id = s.seed_id WHERE p.seed IS NOT NULL`,
        values: [],
      });
      const unpaid = await query<{ id: bigint; segment: number; amount: bigint }>({
        text: `SELECT id, segment, amount FROM wheel_spin
          WHERE amount <> (SELECT v.coins FROM unnest($1::bigint[]) WITH ORDINALITY AS v (coins, place)
            WHERE v.place = segment + 1)`,
        values: [wheelSegments],
      });
      const misdrawn = spins.filter(
        ({ seed, client_seed: clientSeed, nonce, segment, amount }) =>
          wheelSegment({ serverSeed: seed, clientSeed, nonce, segments: wheelSegments.length }) !== segment ||
          BigInt(wheelCoins(segment)) !== amount,
      );
      return [...unpaid, ...misdrawn.map(({ id, nonce, segment }) => ({ id, nonce, segment }))];
    },
  },
  {
    line: 'I10',
    states: 'each coin from the wheel is one spin of that player, and each spin that paid is one credit',
    broken: `SELECT coalesce(s.id, t.source) AS spin, s.amount, t.amount AS credited
      FROM (SELECT * FROM wheel_spin WHERE amount > 0) s
      FULL JOIN (SELECT * FROM transfer WHERE kind = 'wheel') t ON t.source = s.id
      WHERE s.id IS NULL OR t.id IS NULL OR t.amount <> s.amount
        OR t.debit_account <> ${account} OR t.credit_account <> 1000 + 2 * s.player_id`,
  },
  {
    line: 'I10',
    states: 'coins from the wheel come from its own account, which receives none',
    broken: `SELECT id, kind, debit_account, credit_account FROM transfer
      WHERE (kind = 'wheel') <> (debit_account = ${account}) OR credit_account = ${account}`,
  },
  {
    line: 'I11',
    states: 'no player has spun twice on a site day, and the wallet knows the last one',
    // The last spin is of an earlier day than one before it where the clock was set back in between.
    broken: `SELECT player_id, site_day::text, count(*) FROM wheel_spin GROUP BY player_id, site_day HAVING count(*) > 1
      UNION ALL
      SELECT w.player_id, w.spun_on::text, 0 FROM wallet w JOIN player p ON p.id = w.player_id
      LEFT JOIN (SELECT DISTINCT ON (player_id) player_id, site_day AS day FROM wheel_spin
        ORDER BY player_id, id DESC) s USING (player_id)
      WHERE p.closed_at IS NULL AND w.spun_on IS DISTINCT FROM s.day
      UNION ALL
      SELECT NULL, 'the constraint is gone', 0 WHERE NOT EXISTS (
        SELECT FROM pg_constraint WHERE conrelid = 'wheel_spin'::regclass AND contype = 'u'
          AND pg_get_constraintdef(oid) = 'UNIQUE (player_id, site_day)')`,
  },
];
