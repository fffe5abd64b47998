/**
 * Six of 49. The root of all tickets is in the key, so the draw depends on tickets that were closed before it, and no
 * ticket could have been slipped in after.
 */
import { noBeacon, sealedKey } from '@fairground/fairness/sealed';
import { openStream } from '@fairground/fairness/stream';

const balls = 49;
const drawn = 6;

export interface LottoInput {
  /** The draw's day in the site's zone, YYYY-MM-DD. */
  date: string;
  seed: Uint8Array;
  /** Merkle root of all tickets. */
  betsRoot: Uint8Array;
  /** 32 bytes; by default no beacon is used. */
  beacon?: Uint8Array | undefined;
}

/** Six numbers from 1 to 49, ascending. */
export function lottoNumbers({ date, seed, betsRoot, beacon = noBeacon }: LottoInput): number[] {
  const algorithm = 'lotto/v2';
  return openStream(sealedKey({ algorithm, id: date, seed, betsRoot, beacon }), `${algorithm}|${date}`)
    .sample(balls, drawn)
    .map((pick) => pick + 1)
    .toSorted((one, other) => one - other);
}
