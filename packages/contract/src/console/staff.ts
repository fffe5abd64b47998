/** The console's own contract: signing in, and which role may do what. Players' pages never load it. */
import * as z from 'zod/mini';
import { passkeyAnswer } from '../passkeys.ts';
import { instant } from '../primitives.ts';

/** `support` answers players, `operator` may do everything. */
export const staffRoles = ['support', 'operator'] as const;
export type StaffRole = (typeof staffRoles)[number];

const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));

/** POST /console/sign-in: with a code, or what a passkey signed. */
export const staffSignInBody = z.strictObject({
  name: text(30),
  password: text(128),
  code: z.optional(text(16)),
  passkey: z.optional(passkeyAnswer),
});

/** POST /console/first-account: with what follows the # of the link that the site printed. */
export const firstAccountLink = z.strictObject({ token: text(64) });
export const firstAccountAnswer = z.object({ secret: z.string(), uri: z.string() });

/** POST /console/first-account/add: `secret` as it was answered, and a first code of it. */
export const firstAccountBody = z.strictObject({
  token: text(64),
  name: text(30),
  password: text(1024),
  secret: text(64),
  code: text(16),
});

/** POST /console/passkeys/options */
export const staffPasskeyProof = z.strictObject({ password: text(128), code: text(16) });

/** POST /console/passkeys/{id}/remove */
export const staffPasswordBody = z.strictObject({ password: text(128) });

/** POST /console/sign-in, GET /console/session */
export const staffSessionAnswer = z.object({ name: z.string(), role: z.enum(staffRoles) });

/** GET /console/log?before=ID: the newest first. */
export const logQuery = z.strictObject({ before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))) });
export const logAnswer = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      at: instant,
      /** Null for a command from a shell. */
      staff: z.nullable(z.string()),
      command: z.string(),
      details: z.record(z.string(), z.unknown()),
      before: z.nullable(z.record(z.string(), z.unknown())),
      after: z.nullable(z.record(z.string(), z.unknown())),
    }),
  ),
  /** Whether there are older ones. */
  more: z.boolean(),
});

export type FirstAccountBody = z.infer<typeof firstAccountBody>;
export type StaffSession = z.infer<typeof staffSessionAnswer>;
export type LogAnswer = z.infer<typeof logAnswer>;
