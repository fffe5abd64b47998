/** What an audit recomputes of rounds whose bets are sealed. */
import type { Check } from '@fairground/server/ledger/audit';
import type { Database } from '@fairground/server/platform/database/database';
import { sealBets, type SealedBet } from '../sealed-bets.ts';

/** Rounds and bets of a page. */
const page = 2_000;

interface SealedRound {
  id: bigint;
  bets_root: Buffer;
  bet_count: number;
  entropy: string;
}

/** `toSealedBet` takes a row of the bets with the columns that go into its leaf. */
export const sealCheck = <Bet extends object>({
  states,
  rounds,
  bets,
  roundColumn,
  betColumns,
  toSealedBet,
}: {
  states: string;
  rounds: string;
  bets: string;
  roundColumn: string;
  betColumns: string;
  toSealedBet: (roundId: bigint, bet: Bet) => SealedBet;
}): Check => ({
  line: 'I16',
  states,
  async broken(query: Database['query']) {
    const wrong: object[] = [];
    for (let after = 0n; ;) {
      const sealed = await query<SealedRound>({
        name: `${rounds}-audit-seals`,
        text: `SELECT id, bets_root, bet_count, entropy FROM ${rounds}
          WHERE id > $1 AND sealed_at IS NOT NULL ORDER BY id LIMIT ${page}`,
        values: [after],
      });
      const last = sealed.at(-1);
      if (!last) return wrong;
      const rows = await query<Bet & { round_id: bigint }>({
        name: `${rounds}-audit-sealed-bets`,
        text: `SELECT ${roundColumn} AS round_id, ${betColumns} FROM ${bets}
          WHERE ${roundColumn} > $1 AND ${roundColumn} <= $2 ORDER BY ${roundColumn}, id`,
        values: [after, last.id],
      });
      const byRound = Map.groupBy(rows, (row) => row.round_id);
      for (const { id, bets_root: betsRoot, bet_count: betCount, entropy } of sealed) {
        const seal = sealBets((byRound.get(id) ?? []).map((row) => toSealedBet(id, row)));
        // A constraint ties the level `beacon` to the round that was named.
        const hasLevel = entropy === 'beacon' || entropy === seal.entropy;
        if (!seal.betsRoot.equals(betsRoot) || seal.betCount !== betCount || !hasLevel) {
          wrong.push({ id, betCount, bets: seal.betCount });
        }
      }
      after = last.id;
    }
  },
});
