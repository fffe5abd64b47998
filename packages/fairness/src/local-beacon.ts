/**
 * A chain of beacon values with a key that anybody knows: for development and tests, never for a site that others play
 * on.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { beaconDomain, beaconMessage, type BeaconChain, type BeaconValue } from './beacon.ts';

const scheme = bls12_381.shortSignatures;
const { secretKey, publicKey } = scheme.keygen(new Uint8Array(48).fill(7));

export const localChain: BeaconChain = {
  hash: bytesToHex(sha256(utf8ToBytes('fairground local beacon'))),
  publicKey: publicKey.toHex(),
  genesisMs: Date.UTC(2020, 0),
  periodMs: 3_000,
};

export const localBeaconValue = (round: number): BeaconValue => {
  const signature = scheme.sign(scheme.hash(beaconMessage(round), beaconDomain), secretKey).toBytes();
  return { round, randomness: bytesToHex(sha256(signature)), signature: bytesToHex(signature) };
};
