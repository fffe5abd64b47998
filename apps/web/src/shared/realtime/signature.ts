/** Signs what is sent, as section 3 of the contract has it: HMAC-SHA256 over requestId.timestamp.payload, in hex. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export type SignedParts = { requestId: string; timestamp: string; payload: unknown; token: string | null };

export function signatureOf({ requestId, timestamp, payload, token }: SignedParts): string {
  const text = `${requestId}.${timestamp}.${JSON.stringify(payload)}`;
  return bytesToHex(hmac(sha256, utf8ToBytes(token ?? ''), utf8ToBytes(text)));
}
