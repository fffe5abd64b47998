/** What an audit recomputes of rounds whose bets are sealed. */
import type { Check } from '@fairground/server/ledger/audit';
import type { Database } from '@fairground/server/platform/database/database';
import { sealBets, type SealedBet } from '../sealed-bets.ts';

/** Rounds and bets of a page. */
const page = 2_000;

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
      const sealed = await query<{ id: bigint; bets_root: Buffer; bet_count: number; entropy: string }>({
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

/** Checks rounds with seeds from a chain that an engine writes. `noun` is the name of the game's rounds. */
export const chainChecks = (noun: string, rounds: string): Check[] => [
  {
    line: 'I14',
    states: `each revealed seed of ${noun} opens its commitment, and links follow each other`,
    broken: `SELECT r.id FROM ${rounds} r WHERE r.seed IS NOT NULL AND sha256(r.seed) <> r.commitment
      UNION ALL
      SELECT r.id FROM ${rounds} r JOIN fairness_chain c ON c.id = r.chain_id
      WHERE r.link = 1 AND r.commitment <> c.terminal_hash
      UNION ALL
      SELECT r.id FROM ${rounds} r JOIN ${rounds} q ON q.chain_id = r.chain_id AND q.link = r.link - 1
      WHERE q.seed IS NOT NULL AND r.commitment <> q.seed`,
  },
  {
    line: 'I17',
    states: `the epoch of ${noun} never falls`,
    broken: `SELECT r.id, r.epoch FROM ${rounds} r, director_lease l WHERE r.epoch > l.epoch
      UNION ALL
      SELECT id, epoch FROM (SELECT id, epoch, lag(epoch) OVER (ORDER BY id) AS before FROM ${rounds}) e
      WHERE e.epoch < e.before`,
  },
];
