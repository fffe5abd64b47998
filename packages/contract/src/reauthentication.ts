/** What an owner confirms a call with: their current password, or in its place what one of their passkeys signed. */
import * as z from 'zod/mini';

export const currentPassword = z.string().check(z.minLength(1), z.maxLength(1024));

/** What `navigator.credentials` gives, as JSON. */
export const passkeyAnswer = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(2048)),
  rawId: z.string().check(z.maxLength(2048)),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().check(z.maxLength(8192)) }),
});

/** One of the two: a passkey signs a challenge of POST /user/passkeys/confirmation. */
export const proofFields = { password: z.optional(currentPassword), passkey: z.optional(passkeyAnswer) };

/** Refuses a body that has neither, as one that lacks its password. */
export const hasProof = z.refine<Proof>(
  ({ password, passkey }) => password !== undefined || passkey !== undefined,
  {
    path: ['password'],
    error: 'Must be text.',
    // Also where another field is not valid, so that all of them are named.
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
);

export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

export interface Proof {
  password?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
}
