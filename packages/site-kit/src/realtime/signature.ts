/** Signs what is sent, as section 3 of the contract has it: HMAC-SHA256 over requestId.timestamp.payload, in hex. */

export type SignedParts = { requestId: string; timestamp: string; payload: unknown; token: string | null };

/** Null on pages without https, but for those of this machine. */
const webCrypto = (): SubtleCrypto | null => ('subtle' in crypto ? crypto.subtle : null);

export async function signatureOf(
  { requestId, timestamp, payload, token }: SignedParts,
  subtle = webCrypto(),
): Promise<string> {
  const encoder = new TextEncoder();
  const text = encoder.encode(`${requestId}.${timestamp}.${JSON.stringify(payload)}`);
  // HMAC fills a key up with zeros, so this one is the same as an empty key, which WebCrypto refuses.
  const key = encoder.encode(token ?? '\0');
  const signature =
    subtle === null ? (await import('./hmac.ts')).hmacSha256(key, text) : await signWith(subtle, key, text);
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function signWith(
  subtle: SubtleCrypto,
  key: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', imported, text));
}
