/**
 * Public randomness of drand, unchained with signatures on G1 (RFC 9380): a round's value is the SHA-256 of the BLS
 * signature over its number, which nobody can compute before enough members of the network have signed.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { isHashOfSignature, type BeaconChain, type BeaconValue } from './beacon-rounds.ts';

export * from './beacon-rounds.ts';

export const beaconDomain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const scheme = bls12_381.shortSignatures;

/** What a round's signature signs. */
export const beaconMessage = (round: number): Uint8Array => {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(round));
  return sha256(number);
};

/** Whether the value is that of its round. */
export const isBeaconValue = (chain: BeaconChain, value: BeaconValue): boolean => {
  const { round, signature } = value;
  if (!isHashOfSignature(value)) return false;
  try {
    const bytes = hexToBytes(signature);
    return scheme.verify(bytes, scheme.hash(beaconMessage(round), beaconDomain), hexToBytes(chain.publicKey));
  } catch {
    return false; // No hex, or no point of the curve.
  }
};
