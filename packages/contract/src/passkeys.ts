/**
 * Passkeys: adding and removing them, signing in with one, and using one in place of the password. Options and answers
 * are those of WebAuthn as JSON.
 */
import * as z from 'zod/mini';
import { id, instant } from './primitives.ts';
import { hasProof, passkeyAnswer, proofFields, type PasskeyAnswer } from './reauthentication.ts';

export { passkeyAnswer, type PasskeyAnswer };

export const passkeySchema = z.object({
  id,
  /** As the device knows it, which may be told that it was removed here; base64url. */
  credentialId: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});

/** GET /user/passkeys */
export const passkeysAnswer = z.array(passkeySchema);

/** POST /user/passkeys/options, DELETE /user/passkeys/{id} */
export const passkeyProofBody = z.strictObject(proofFields).check(hasProof);

/** POST /user/passkeys */
export const addPasskeyBody = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(40)),
  response: passkeyAnswer,
});

/** POST /auth/passkey */
export const passkeySignInBody = z.strictObject({ response: passkeyAnswer });

export type PasskeyInfo = z.infer<typeof passkeySchema>;
