/** A key that makes a repeated call the same call. `crypto.randomUUID` exists on secure origins only. */
export const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
