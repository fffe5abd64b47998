/**
 * The number of a Double Trouble draw, 1 to max (the names stay when max is 50). The seed is mixed with the root of the
 * bets, so that the number is not known before the last bet.
 */
import { noBeacon, sealedKey } from '@fairground/fairness/sealed';
import { openStream } from '@fairground/fairness/stream';

export interface DrawInput {
  seed: Uint8Array;
  /** The draw's place in its chain. */
  round: number;
  max: number;
  /** Merkle root of the bets. */
  betsRoot: Uint8Array;
  /** 32 bytes; by default no beacon is used. */
  beacon?: Uint8Array | undefined;
}

export function draw30Number({ seed, round, max, betsRoot, beacon = noBeacon }: DrawInput): number {
  const algorithm = 'draw30/v2';
  const key = sealedKey({ algorithm, id: String(round), seed, betsRoot, beacon });
  return openStream(key, `${algorithm}|${round}`).below(max) + 1;
}
