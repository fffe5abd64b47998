/** Signatures where the platform does not verify them: a page that is not served over HTTPS, and older browsers. */
import { ed25519 } from '@noble/curves/ed25519.js';
import type { VerifySignature } from './receipt.ts';

export const verifyEd25519: VerifySignature = (signature, message, key) => {
  try {
    return ed25519.verify(signature, message, key, { zip215: false });
  } catch {
    return false; // Not a point of the curve.
  }
};
