/** Second factors: an authenticator app with recovery codes, and the second step of a sign-in. */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';
import { hasProof, proofFields } from './reauthentication.ts';

/** Six digits of an app, or a recovery code with or without its hyphens. */
const code = z.string().check(z.minLength(1), z.maxLength(64));

/** GET /user/second-factors */
export const secondFactorsAnswer = z.object({
  /** Null where none is set up. */
  authenticator: z.nullable(z.object({ createdAt: instant })),
  recoveryCodesLeft: z.number(),
});

/** POST /user/second-factors/authenticator */
export const beginAuthenticatorBody = z.strictObject(proofFields).check(hasProof);
export const authenticatorSetup = z.object({
  /** In base32, as an app takes it by hand. */
  secret: z.string(),
  /** What a QR code contains: `otpauth://totp/...`. */
  uri: z.string(),
});

/** POST /user/second-factors/authenticator/confirm */
export const confirmAuthenticatorBody = z.strictObject({ code });
/** Shown once. */
export const recoveryCodesAnswer = z.object({ recoveryCodes: z.array(z.string()) });

/** DELETE /user/second-factors/authenticator, POST /user/second-factors/recovery-codes */
export const codeProofBody = z.strictObject({ ...proofFields, code }).check(hasProof);

/** POST /auth/login/second-factor: the token of the challenge in the refusal of POST /auth/login. */
export const secondStepBody = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(256)),
  code,
});

export type SecondFactors = z.infer<typeof secondFactorsAnswer>;
export type AuthenticatorSetup = z.infer<typeof authenticatorSetup>;
export type SecondStepBody = z.infer<typeof secondStepBody>;
