/** Registering, signing in, and the resulting tokens. */
import * as z from 'zod/mini';
import { clubCode, joinedClub } from './clubs.ts';
import { instant, username } from './primitives.ts';
import { userSchema } from './user.ts';

/** The password rules check the length in characters, with a message; this only bounds the body. */
const password = z.string().check(z.minLength(1), z.maxLength(1024));
const email = z.string().check(z.maxLength(254), z.email());

/** A reference id in any case, with or without `ref-`; an unknown one is not an error. */
const ref = z.optional(z.nullable(z.string().check(z.maxLength(64))));

/** The code of a club, joined at once; on a site by invitation it is one where the operator allows that. */
const club = z.optional(z.nullable(clubCode));

/** POST /auth/register */
export const registerBody = z.strictObject({
  username,
  email,
  password,
  /** States that the player is 18 or over. */
  adult: z.literal(true),
  ref,
  /** Made by the operator, for sites that take invited players alone. */
  invitation: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  club,
});

export const registerAnswer = z.object({
  token: z.string(),
  user: userSchema,
  referral: z.nullable(z.object({ username: z.string() })),
  /** With a club's code: the club; null where it could not be joined. */
  club: joinedClub,
});

/** POST /auth/guest; answers as registering does, with `user.guest` and no email address. */
export const guestBody = z.strictObject({
  /** States that the player is 18 or over. */
  adult: z.literal(true),
  /** Counts once the account is kept. */
  ref,
  club,
});

/** POST /user/keep: a guest's account becomes one that its owner can sign in to, and everything stays theirs. */
export const keepBody = z.strictObject({
  username,
  email,
  password,
  /** For a guest who came by no link. */
  ref,
});
export const keepAnswer = z.object({ user: userSchema });

/** GET /auth/invitation/{ref}: a reference id as `ref` has it, or the operator's `invitation`. */
export const invitationParams = z.object({ ref: z.string().check(z.minLength(1), z.maxLength(64)) });
export const invitationAnswer = z.object({
  /** Null if no player has it. */
  referral: z.nullable(z.object({ username: z.string() })),
  /** When the operator's invitation expires, while it can be used. */
  expiresAt: z.optional(instant),
});

/** POST /auth/login; `identifier` is a username or an email address. */
export const loginBody = z.strictObject({
  identifier: z.string().check(z.minLength(1), z.maxLength(254)),
  password,
});

export const loginAnswer = z.object({ token: z.string(), user: userSchema });

export const forgotPasswordBody = z.strictObject({ email });

export const resetPasswordBody = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(256)),
  newPassword: password,
});

export const confirmEmailBody = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(256)) });

/** GET /auth/socketToken */
export const socketTokenAnswer = z.object({ token: z.string(), expiresAt: instant });

export type RegisterBody = z.infer<typeof registerBody>;
export type RegisterAnswer = z.infer<typeof registerAnswer>;
export type InvitationAnswer = z.infer<typeof invitationAnswer>;
export type GuestBody = z.infer<typeof guestBody>;
export type KeepBody = z.infer<typeof keepBody>;
export type LoginBody = z.infer<typeof loginBody>;
export type LoginAnswer = z.infer<typeof loginAnswer>;
export type SocketTokenAnswer = z.infer<typeof socketTokenAnswer>;
