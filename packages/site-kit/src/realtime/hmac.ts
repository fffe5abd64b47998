/** HMAC-SHA256 as script, loaded where the browser offers none. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

export const hmacSha256 = (key: Uint8Array, text: Uint8Array): Uint8Array => hmac(sha256, key, text);
