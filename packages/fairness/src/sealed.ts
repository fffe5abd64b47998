/**
 * Results of rounds whose bets are sealed: drawn from a seed of the site, and from what its bettors and a beacon add
 * after the bets are sealed. mix = SHA256(algorithm, 0x00, id, 0x00, root of the bets, value of the beacon); key =
 * HMAC-SHA256(seed, mix).
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, isWellFormed } from './canonical-json.ts';
import { parseHex } from './hex.ts';

/** Who could know the result, and when; see docs/fairness.md. */
export type Entropy = 'install' | 'bettors' | 'beacon';

export interface SealedInput {
  /** ASCII, such as `crash/v2`. */
  algorithm: string;
  /** ASCII: the round's place in its chain, or the date of a draw. */
  id: string;
  /** Secret until the result. */
  seed: Uint8Array;
  /** Merkle root of all bets, 32 bytes. */
  betsRoot: Uint8Array;
  /** 32 bytes; zeros where no beacon is used. */
  beacon: Uint8Array;
}

export const noBeacon = new Uint8Array(32);

const separator = Uint8Array.of(0);

/** The key of the result's stream, or the digest that it is read from. */
export const sealedKey = ({ algorithm, id, seed, betsRoot, beacon }: SealedInput): Uint8Array => {
  for (const part of [betsRoot, beacon]) {
    if (part.length !== 32) throw new RangeError(`expected 32 bytes, got ${part.length}`);
  }
  const mix = sha256(
    concatBytes(utf8ToBytes(algorithm), separator, utf8ToBytes(id), separator, betsRoot, beacon),
  );
  return hmac(sha256, seed, mix);
};

export type LeafValue = string | number | null | readonly number[];

/** The text of a bet's leaf. Throws where `canonicalJson` does. */
export const leafText = (fields: Readonly<Record<string, LeafValue>>): string =>
  isInOrder(Object.keys(fields)) && Object.values(fields).every(isPlain)
    ? JSON.stringify(fields)
    : canonicalJson(fields);

/** As nearly always; it takes a quarter of the time. */
const isInOrder = (names: readonly string[]): boolean =>
  names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name);

const isPlain = (value: LeafValue): boolean => {
  if (typeof value === 'string') return isWellFormed(value);
  if (value === null || typeof value === 'number') return value === null || Number.isFinite(value);
  return value.every(Number.isFinite);
};

const noBeaconHex = '0'.repeat(64);

/** What a published proof says besides the seed; undefined where it is malformed. */
export const parseSeal = (proof: {
  betsRoot?: string | null | undefined;
  beacon?: { randomness: string } | null | undefined;
}): { betsRoot: Uint8Array; beacon: Uint8Array } | undefined => {
  const betsRoot = parseHex(proof.betsRoot ?? '', 32);
  const beacon = parseHex(proof.beacon?.randomness ?? noBeaconHex, 32);
  return betsRoot && beacon ? { betsRoot, beacon } : undefined;
};
