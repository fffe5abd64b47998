/** Bytes as lower-case hex, the only form in which seeds, salts and hashes are published. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

export const formatHex = (bytes: Uint8Array): string => bytesToHex(bytes);

/** Null for anything but lower-case hex of the given length: other spellings would give one value two names. */
export function parseHex(text: string, byteLength?: number): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null;
  if (byteLength !== undefined && text.length !== byteLength * 2) return null;
  return hexToBytes(text);
}
