/**
 * lotto/v1: six of 49. The root of all tickets is in the key, so the draw depends on tickets that
 * were closed before it, and no ticket could have been slipped in after.
 */
import { mixKey, openStream } from '@fairground/fairness/stream';

export const lottoAlgorithm = 'lotto/v1';
const balls = 49;
const drawn = 6;

export interface LottoInput {
  /** A public random value from after the close, or the root itself where no beacon is set. */
  beacon: Uint8Array;
  /** Merkle root of all tickets, lower-case hex. */
  rootHex: string;
  /** The draw's day in the site's zone, YYYY-MM-DD. */
  date: string;
  seed: Uint8Array;
}

/** Six numbers from 1 to 49, ascending. */
export function lottoNumbers({ beacon, rootHex, date, seed }: LottoInput): number[] {
  const context = `${lottoAlgorithm}|${date}`;
  const picks = openStream(mixKey(beacon, `${context}|${rootHex}|`, seed), context).sample(balls, drawn);
  return picks.map((pick) => pick + 1).toSorted((one, other) => one - other);
}
