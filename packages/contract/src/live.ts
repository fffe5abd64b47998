/** Live messages: the envelope both ways, and what is pushed. Contract section 3. */
import * as z from 'zod/mini';
import { errorCodes } from './errors.ts';
import { instant } from './primitives.ts';
import { profileSchema, userSchema } from './user.ts';

/** What a socket may subscribe to; each game adds its own. */
export type Topic = string;

/** What a client sends. `signature` is HMAC-SHA256(token or '', requestId.timestamp.JSON(payload)) in hex. */
export const clientEnvelope = z.object({
  type: z.string().check(z.minLength(1), z.maxLength(64)),
  payload: z.record(z.string(), z.unknown()),
  requestId: z.string().check(z.minLength(1), z.maxLength(128)),
  timestamp: z.iso.datetime({ offset: true }),
  token: z.optional(z.nullable(z.string().check(z.maxLength(512)))),
  signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

export type ClientEnvelope = z.infer<typeof clientEnvelope>;

export const subscribePayload = z.object({
  /** A topic that the site does not have is an invalid request. */
  topics: z.array(z.string()).check(z.maxLength(8)),
  ticks: z.optional(z.enum(['all', 'sparse'])),
  /**
   * The newest version of the player that the client has: a newer one is pushed immediately, once
   * the connection is the player's.
   */
  userVersion: z.optional(z.number()),
});

/** What the server sends, pushes included (those have no `requestId`). */
export const serverEnvelope = z.object({
  type: z.string(),
  payload: z.object({
    success: z.boolean(),
    data: z.optional(z.unknown()),
    message: z.optional(z.string()),
    code: z.optional(z.enum(errorCodes)),
  }),
  requestId: z.optional(z.string()),
  timestamp: instant,
});

export type ServerEnvelope = z.infer<typeof serverEnvelope>;

export const updatedUserData = z.object({ user: userSchema });
/** userProfile: `userId` is a username. */
export const userProfilePayload = z.object({ userId: z.string().check(z.minLength(1), z.maxLength(64)) });
export const userProfileData = z.object({ user: profileSchema });
export const pingData = z.object({ serverTime: instant });
