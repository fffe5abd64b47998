/**
 * Six of 49. The root of all tickets is in the key, so the draw depends on tickets that were closed before it, and no ticket
 * could have been slipped in after. In lotto/v2 the tickets have client seeds of their buyers.
 */
import { noBeacon, sealedKey } from '@fairground/fairness/sealed';
import { mixKey, openStream } from '@fairground/fairness/stream';

const balls = 49;
const drawn = 6;

interface DrawInput {
  /** The draw's day in the site's zone, YYYY-MM-DD. */
  date: string;
  seed: Uint8Array;
}

export interface LottoInput extends DrawInput {
  /** A public random value from after the close, or the root itself where no beacon is set. */
  beacon: Uint8Array;
  /** Merkle root of all tickets, lower-case hex. */
  rootHex: string;
}

export interface SealedLottoInput extends DrawInput {
  /** Merkle root of all tickets. */
  betsRoot: Uint8Array;
  /** 32 bytes; by default no beacon is used. */
  beacon?: Uint8Array | undefined;
}

const numbersOf = (key: Uint8Array, context: string): number[] =>
  openStream(key, context)
    .sample(balls, drawn)
    .map((pick) => pick + 1)
    .toSorted((one, other) => one - other);

/** Six numbers from 1 to 49, ascending. */
export function lottoNumbers({ beacon, rootHex, date, seed }: LottoInput): number[] {
  const context = `lotto/v1|${date}`;
  return numbersOf(mixKey(beacon, `${context}|${rootHex}|`, seed), context);
}

/** Six numbers from 1 to 49, ascending. */
export function sealedLottoNumbers({ date, seed, betsRoot, beacon = noBeacon }: SealedLottoInput): number[] {
  const algorithm = 'lotto/v2';
  return numbersOf(sealedKey({ algorithm, id: date, seed, betsRoot, beacon }), `${algorithm}|${date}`);
}
