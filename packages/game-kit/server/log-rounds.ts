/** A game's rounds or draws as the public log has them; see docs/fairness.md, "The log". */
import type { BeaconValue } from '@fairground/fairness/beacon-rounds';
import type { CanonicalValue } from '@fairground/fairness/canonical-json';
import type { Database } from '@fairground/server/platform/database/database';

type Query = Database['query'];

/** One round as its row is. What has not happened is null. */
export interface LoggedRound {
  /** In the order of which rounds are opened. */
  key: bigint;
  /** On the wire. */
  id: string;
  commitment: Buffer;
  /** The place in a chain of seeds; null where the game has none. */
  link: { chain: bigint; round: number } | null;
  /** The round of the beacon that the result waits for. */
  beaconRound: number | null;
  seal: { betsRoot: Buffer; betCount: number } | null;
  result: {
    seed: Buffer;
    /** As in the proof. */
    outcome: CanonicalValue;
    beacon: BeaconValue | null;
  } | null;
  isSettled: boolean;
  /** `reason` and `seed` as far as they are known. */
  void: { reason: string | null; seed: Buffer | null } | null;
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
  /** The last round of those that were all over; 0 where none is. A log begins after it. */
  lastOver(query: Query): Promise<bigint>;
  /** By ascending key. */
  read(query: Query, page: { after: bigint; maxRows: number }): Promise<readonly LoggedRound[]>;
  /** Of rounds whose bets are sealed or settled; a round without bets may be absent. */
  sums(query: Query, range: KeyRange): Promise<readonly RoundSums[]>;
  /** Of the proofs of these rounds, which are named by their wire ids. */
  algorithms(query: Query, ids: readonly string[]): Promise<readonly { id: string; algorithm: string }[]>;
}

/** Of a row that is joined to the value it waited for. */
export const toLoggedBeacon = (row: {
  beacon_round: number | null;
  randomness: Buffer | null;
  signature: Buffer | null;
}): BeaconValue | null => {
  const { beacon_round: round, randomness, signature } = row;
  if (round === null || randomness === null || signature === null) return null;
  return { round, randomness: randomness.toString('hex'), signature: signature.toString('hex') };
};
