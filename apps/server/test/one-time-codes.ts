/** The codes that an authenticator app would show. */
import { Secret, TOTP } from 'otpauth';

/** `secret` is in base32, as an app is given it. */
export const codeOf = (secret: string, atMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });

export const bytesOf = (secret: string): Buffer => Buffer.from(Secret.fromBase32(secret).buffer);
