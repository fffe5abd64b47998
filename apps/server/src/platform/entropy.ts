/** The only source of randomness of the server, and the hash for values that must not be stored in plain text. */
import { hash, randomBytes as nodeRandomBytes } from 'node:crypto';

export interface Entropy {
  randomBytes(count: number): Buffer;
}

export const systemEntropy: Entropy = { randomBytes: (count) => nodeRandomBytes(count) };

/** 32 random bytes as base64url: an opaque token. */
export const createToken = (entropy: Entropy): string => entropy.randomBytes(32).toString('base64url');

/** SHA-256 of a token, which is all that is stored of it. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
