/** A game's rounds or draws as the public log has them; see docs/fairness.md, "The log". */
import type { BeaconValue } from '@fairground/fairness/beacon-rounds';
import type { CanonicalValue } from '@fairground/fairness/canonical-json';
import type { LoggedTerms } from '@fairground/fairness/log-entry';
import type { Database } from '@fairground/server/platform/database/database';

type Query = Database['query'];

/** One round as its row is. What has not happened is null. */
export interface LoggedRound {
  /** Rounds are opened in this order. */
  key: bigint;
  /** On the wire. */
  id: string;
  commitment: Buffer;
  /** The place in a chain of seeds; null where the game has none. */
  link: { chain: bigint; round: number } | null;
  /** The round of the beacon that the result waits for. */
  beaconRound: number | null;
  seal: { betsRoot: Buffer; betCount: number; terms?: LoggedTerms } | null;
  result: {
    seed: Buffer;
    /** As in the proof. */
    outcome: CanonicalValue;
    beacon: BeaconValue | null;
  } | null;
  isSettled: boolean;
  /** `seed` if it can be published. */
  void: { reason: string; seed: Buffer | null } | null;
}

/** Sums over the bets of one round. */
export interface RoundSums {
  key: bigint;
  bets: number;
  staked: bigint;
  /** Bets that were paid something, and what they were paid. */
  won: number;
  paid: bigint;
}

export interface KeyRange {
  after: bigint;
  through: bigint;
}

export interface LoggedRounds {
  /** The algorithm of the rounds' proofs. */
  algorithm: string;
  /** By ascending key. */
  read(query: Query, page: { after: bigint; maxRows: number }): Promise<readonly LoggedRound[]>;
  /** Sums of rounds whose bets are sealed or settled; a round without bets may be absent. */
  sums(query: Query, range: KeyRange): Promise<readonly RoundSums[]>;
}

/** What each game reads of its rounds, joined to the value of the beacon that they wait for. */
interface RoundRow {
  key: bigint;
  id: string;
  is_settled: boolean;
  /** Null where it is not void. */
  void_reason: string | null;
  commitment: Buffer;
  chain_id?: bigint;
  link?: number;
  max?: number;
  rtp_bp?: number;
  bets_root: Buffer | null;
  bet_count: number | null;
  seed: Buffer | null;
  beacon_round: number | null;
  randomness: Buffer | null;
  signature: Buffer | null;
}

/** The statements of a game's `log.sql`. */
interface Statements<Row extends RoundRow> {
  readRounds: { run(query: Query, page: { after: bigint; maxRows: number }): Promise<Row[]> };
  sumBets: { run(query: Query, range: KeyRange): Promise<RoundSums[]> };
}

/** `toOutcome` gives null where a round is not drawn. */
export const logRounds = <Row extends RoundRow>(
  algorithm: string,
  { readRounds, sumBets }: Statements<Row>,
  toOutcome: (row: Row) => CanonicalValue | null,
): LoggedRounds => ({
  algorithm,
  read: async (query, page) =>
    (await readRounds.run(query, page)).map((row) => {
      const { key, id, commitment, seed, chain_id: chain, link: round } = row;
      const { bets_root: betsRoot, bet_count: betCount, void_reason: reason } = row;
      const outcome = reason === null ? toOutcome(row) : null;
      return {
        key,
        id,
        commitment,
        link: chain === undefined || round === undefined ? null : { chain, round },
        beaconRound: row.beacon_round,
        seal: betsRoot === null || betCount === null ? null : { betsRoot, betCount, terms: toTerms(row) },
        result: seed === null || outcome === null ? null : { seed, outcome, beacon: toBeacon(row) },
        isSettled: row.is_settled,
        void: reason === null ? null : { reason, seed },
      };
    }),
  sums: (query, range) => sumBets.run(query, range),
});

const toTerms = ({ max, rtp_bp: rtpBp }: RoundRow): LoggedTerms => ({
  ...(max !== undefined && { max }),
  ...(rtpBp !== undefined && { rtpBp }),
});

const toBeacon = ({ beacon_round: round, randomness, signature }: RoundRow): BeaconValue | null =>
  round === null || randomness === null || signature === null
    ? null
    : { round, randomness: randomness.toString('hex'), signature: signature.toString('hex') };
