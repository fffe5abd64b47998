/**
 * The crash point of an Aviator round: r = the top 52 bits of a digest d;
 * hundredths = max(100, floor(rtpBp * 2^52 / (100 * (2^52 - r)))), capped at 10,000x.
 * The digest mixes the seed with the root of the bets, so that the crash is not known before the last bet.
 */
import { noBeacon, sealedKey } from '@fairground/fairness/sealed';

export const minCrashHundredths = 100;
export const maxCrashHundredths = 1_000_000;

const space = 2n ** 52n;

export interface CrashInput {
  /** Secret until the crash. */
  seed: Uint8Array;
  /** The round's place in its chain. */
  round: number;
  /** Return to player in basis points. */
  rtpBp: number;
  /** Merkle root of the bets. */
  betsRoot: Uint8Array;
  /** 32 bytes; by default no beacon is used. */
  beacon?: Uint8Array | undefined;
}

export function crashHundredths({ seed, round, rtpBp, betsRoot, beacon = noBeacon }: CrashInput): number {
  const digest = sealedKey({ algorithm: 'crash/v2', id: String(round), seed, betsRoot, beacon });
  const top64 = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
  return crashHundredthsAt(top64 >> 12n, rtpBp);
}

/** The crash point of one of the 2^52 equally likely values of r. */
export function crashHundredthsAt(r: bigint, rtpBp: number): number {
  const point = Number((BigInt(rtpBp) * space) / (100n * (space - r)));
  return Math.min(maxCrashHundredths, Math.max(minCrashHundredths, point));
}

/**
 * How many of the 2^52 values of r let a player reach `hundredths`, counted and not estimated.
 * A cash-out at 1.00x is always reached, one above the cap never.
 */
export function valuesReaching(hundredths: number, rtpBp: number): bigint {
  if (hundredths <= minCrashHundredths) return space;
  if (hundredths > maxCrashHundredths) return 0n;
  // floor(a / b) >= m holds exactly when b <= a / m, here for b = 100 * (2^52 - r).
  return (BigInt(rtpBp) * space) / (100n * BigInt(hundredths));
}

export const valuesInAll = space;
