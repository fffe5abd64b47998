/** One-time codes of an authenticator app (RFC 6238): six digits that change every 30 seconds, by SHA-1. */
import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** Clocks of phones are off by less than a step. */
const windowSteps = 1;

/** 160 bits, as RFC 4226 recommends. */
export const secretBytes = 20;

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: 'Fairground',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

/** What an app reads: the secret in base32, and the address that a QR code contains. */
export const describeSecret = (secret: Uint8Array, username: string): { secret: string; uri: string } => {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, uri: totp.toString() };
};

/** A secret as an app reads it; null where it is not one of ours. */
export const parseSecret = (base32: string): Uint8Array | null => {
  if (!/^[A-Z2-7]+$/.test(base32)) return null;
  const { bytes } = Secret.fromBase32(base32);
  return bytes.length === secretBytes ? bytes : null;
};

/** The step that the code belongs to; null where it is not a code of this moment. */
export const stepOf = (secret: Uint8Array, code: string, nowMs: number): bigint | null => {
  const delta = totpOf(secret).validate({ token: code, window: windowSteps, timestamp: nowMs });
  return delta === null ? null : BigInt(Math.floor(nowMs / 1_000 / periodSeconds) + delta);
};
