/** What every proof check shares: why a proof can fail, the verdict that is shown, and the link to a seed chain. */
import { belongsToChain, seedBytes } from './chain.ts';
import { parseHex } from './hex.ts';
import type { SignedBeacon } from './proof-beacon.ts';

export type ProofFault =
  | 'unknown_algorithm'
  | 'not_revealed'
  | 'malformed'
  | 'commitment_mismatch'
  | 'outcome_mismatch'
  /** The value of the beacon, its signature and the level do not belong together. */
  | 'beacon_mismatch';

/** The verdict on the proof of any game, with results as text for a page or a shell. */
export interface ProofVerdict {
  ok: boolean;
  /** Null if the proof is valid. */
  fault: ProofFault | null;
  /** The result as recomputed here; null where nothing could be computed. */
  computed: string | null;
  /** The result as the site published it; null until it has. */
  published: string | null;
  /** The value of a beacon that the result depends on, whose signature is left to check (`isSigned`). */
  beacon?: SignedBeacon | null;
}

/** A count that starts at 1, such as a round's place in its chain. */
export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

/**
 * Whether a revealed seed belongs to the chain whose terminal hash was published before round 1; one hash per round.
 */
export function verifyChainLink(proof: { seed: string; round: number; terminalHash: string }): boolean {
  const seed = parseHex(proof.seed, seedBytes);
  const terminal = parseHex(proof.terminalHash, seedBytes);
  return (
    seed !== null && terminal !== null && isCount(proof.round) && belongsToChain(seed, proof.round, terminal)
  );
}
