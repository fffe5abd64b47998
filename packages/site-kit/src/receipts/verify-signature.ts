/**
 * By the browser; by a library, which is loaded then, where the browser does not know Ed25519
 * or the page is not on HTTPS.
 */
import type { VerifySignature } from '@fairground/fairness/receipt';

export const verifySignature: VerifySignature = async (signature, message, key) => {
  try {
    const known = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', known, signature, message);
  } catch {
    const { verifyEd25519 } = await import('@fairground/fairness/ed25519');
    return verifyEd25519(signature, message, key);
  }
};
