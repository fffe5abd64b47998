/** The chains of drand and when their rounds are due; apart from the check of a signature, whose curve is large. */
import { sha256 } from '@noble/hashes/sha2.js';
import { formatHex, parseHex } from './hex.ts';

/** A chain of rounds, as its operators publish it. */
export interface BeaconChain {
  /** Hex, as in the addresses of its rounds. */
  hash: string;
  /** A point of G2, 96 bytes as hex. */
  publicKey: string;
  /** When round 1 is due, in milliseconds since 1970. */
  genesisMs: number;
  periodMs: number;
}

/** Hex, as in proofs. */
export interface BeaconValue {
  round: number;
  randomness: string;
  signature: string;
}

/** The League of Entropy's chain with a round every three seconds. */
export const quicknet: BeaconChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisMs: 1_692_803_367_000,
  periodMs: 3_000,
};

/** When a round is due, in milliseconds since 1970. */
export const beaconTimeMs = ({ genesisMs, periodMs }: BeaconChain, round: number): number =>
  genesisMs + (round - 1) * periodMs;

/** The first round that is due at this time or later. */
export const beaconRoundFrom = ({ genesisMs, periodMs }: BeaconChain, atMs: number): number =>
  Math.max(1, Math.ceil((atMs - genesisMs) / periodMs) + 1);

/** Whether the randomness is the SHA-256 of the signature; who signed is not checked here. */
export const isHashOfSignature = ({ randomness, signature }: BeaconValue): boolean => {
  const bytes = parseHex(signature, 48);
  return bytes !== null && formatHex(sha256(bytes)) === randomness;
};
