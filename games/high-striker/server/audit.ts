/** Invariants of the strikes: payouts, and the heights that the revealed seeds give. */
import type { Check } from '@fairground/server/ledger/audit';
import type { Database } from '@fairground/server/platform/database/database';
import { heightHundredths } from '../draw.ts';

interface RevealedRow {
  id: bigint;
  nonce: number;
  height_hundredths: number;
  client_seed: string;
  seed: Buffer;
}

const pageSize = 5_000;

/** Strikes of revealed seeds whose height is not what the seed gives. */
const wrongHeights = async (query: Database['query']): Promise<object[]> => {
  const broken: object[] = [];
  for (let after = 0n; ;) {
    const rows = await query<RevealedRow>({
      text: `SELECT s.id, s.nonce, s.height_hundredths, k.client_seed, k.seed
        FROM high_striker_strike s JOIN player_seed k ON k.id = s.seed_id
        WHERE k.seed IS NOT NULL AND s.id > $1 ORDER BY s.id LIMIT $2`,
      values: [after, pageSize],
    });
    for (const { id, nonce, height_hundredths: height, client_seed: clientSeed, seed } of rows) {
      const computed = heightHundredths({ serverSeed: seed, clientSeed, nonce });
      if (computed !== height) broken.push({ id, height, computed });
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return broken;
    after = last.id;
  }
};

export const strikerChecks: readonly Check[] = [
  {
    line: 'I8',
    states:
      'each High Striker payout is its stake times the target where the height reaches it, else nothing',
    broken: `SELECT id, amount, target_hundredths, height_hundredths, amount_won FROM high_striker_strike
      WHERE amount_won * 100 <> CASE WHEN height_hundredths >= target_hundredths
        THEN amount * target_hundredths ELSE 0 END`,
  },
  {
    line: 'I8',
    states: 'each High Striker strike of a revealed seed flew as high as the seed says',
    broken: wrongHeights,
  },
  {
    line: 'I15',
    states: 'no player seed was revealed before a High Striker strike of it',
    broken: `SELECT s.id, s.seed_id FROM high_striker_strike s JOIN player_seed k ON k.id = s.seed_id
      WHERE k.revealed_at IS NOT NULL AND s.created_at > k.revealed_at`,
  },
];
