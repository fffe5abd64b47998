/**
 * striker/v1: how high the puck flies, from the player's seed pair and nonce.
 * d = HMAC-SHA256(serverSeed, "striker/v1|clientSeed|nonce"); r = its top 52 bits;
 * hundredths = floor(9800 * 2^52 / (100 * (2^52 - r))), capped at 1,000x. The lowest height is 0.98x.
 */
import { mixKey } from '@fairground/fairness/stream';
import { strikerRules } from './rules.ts';

export const strikerAlgorithm = 'striker/v1';

const space = 2n ** 52n;
const rtpBp = BigInt(strikerRules.rtpBp);

export interface StrikeInput {
  serverSeed: Uint8Array;
  clientSeed: string;
  nonce: number;
}

export function heightHundredths({ serverSeed, clientSeed, nonce }: StrikeInput): number {
  const digest = mixKey(serverSeed, `${strikerAlgorithm}|${clientSeed}|${nonce}`, new Uint8Array(0));
  const top64 = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
  return heightHundredthsAt(top64 >> 12n);
}

/** The height of one of the 2^52 equally likely values of r. */
export function heightHundredthsAt(r: bigint): number {
  const height = Number((rtpBp * space) / (100n * (space - r)));
  return Math.min(strikerRules.maxTargetHundredths, height);
}

/** How many of the 2^52 values of r let the puck reach a target, counted and not estimated. */
export function valuesReaching(targetHundredths: number): bigint {
  if (targetHundredths > strikerRules.maxTargetHundredths) return 0n;
  // floor(a / b) >= t holds exactly when b <= a / t, here for b = 100 * (2^52 - r), which is at most 100 * 2^52.
  const values = (rtpBp * space) / (100n * BigInt(targetHundredths));
  return values > space ? space : values;
}

export const valuesInAll = space;
