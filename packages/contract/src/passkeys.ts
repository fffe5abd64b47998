/** Passkeys: adding and removing them, and signing in with one. Options and answers are those of WebAuthn as JSON. */
import * as z from 'zod/mini';
import { id, instant } from './primitives.ts';

const password = z.string().check(z.minLength(1), z.maxLength(1024));

export const passkeySchema = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});

/** GET /user/passkeys */
export const passkeysAnswer = z.array(passkeySchema);

/** POST /user/passkeys/options, DELETE /user/passkeys/{id} */
export const passkeyPasswordBody = z.strictObject({ password });

/** What `navigator.credentials` gives, as JSON. */
export const passkeyAnswer = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(2048)),
  rawId: z.string().check(z.maxLength(2048)),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().check(z.maxLength(8192)) }),
});

/** POST /user/passkeys */
export const addPasskeyBody = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(40)),
  response: passkeyAnswer,
});

/** POST /auth/passkey */
export const passkeySignInBody = z.strictObject({ response: passkeyAnswer });

export type PasskeyInfo = z.infer<typeof passkeySchema>;
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
