/** A player as they see themselves, and as others see them. */
import * as z from 'zod/mini';
import { reachedAchievements } from './achievements.ts';
import { coins, id, instant } from './primitives.ts';
import { roundTexts } from './rounds.ts';

export const referralSchema = z.object({
  id,
  createdAt: instant,
  referred: z.object({
    username: z.string(),
    avatar: z.nullable(z.string()),
    coins,
    winningAmount: coins,
    todaysBids: coins,
  }),
});

export const userSchema = z.object({
  id,
  username: z.string(),
  /** Null for a guest. */
  email: z.nullable(z.string()),
  /** Plays without email address and password until they keep the account; absent is false. */
  guest: z.optional(z.boolean()),
  /**
   * True once the account has played by an access token, and for good. Answers to calls that move coins do not have
   * it: where it is absent it is as before.
   */
  bot: z.optional(z.boolean()),
  /** In GET /user/me, during a break: until then no stake is taken. Other answers leave it out. */
  breakUntil: z.optional(instant),
  avatar: z.nullable(z.string()),
  coins,
  winningAmount: coins,
  isSpinned: z.boolean(),
  referenceId: z.string(),
  referrals: z.array(referralSchema),
  referralCount: z.number(),
  todaysBids: coins,
  totalWon: coins,
  adEarnings: coins,
  createdAt: instant,
  /** Grows with every change of the player; an older one than a client has is dropped. */
  version: z.number(),
});

export type User = z.infer<typeof userSchema>;

/** A round that a player shows on their profile, with what all of their stakes in it came to. */
export const pinnedRoundSchema = z.object({
  /** The game's wire id. */
  game: z.string(),
  id,
  texts: z.object({ en: roundTexts, es: roundTexts }),
  stake: coins,
  payout: coins,
});

export type PinnedRound = z.infer<typeof pinnedRoundSchema>;

const roundName = z.string().check(z.minLength(1), z.maxLength(40));

/** POST /user/pin: null takes the round off the profile. */
export const pinBody = z.strictObject({
  round: z.nullable(z.strictObject({ game: roundName, id: roundName })),
});

export type PinBody = z.infer<typeof pinBody>;

export const pinAnswer = z.object({ pinned: z.nullable(pinnedRoundSchema) });

/** What others may see of a player. Never an email address. */
export const profileSchema = z.object({
  id,
  username: z.string(),
  /** Nobody can register with a guest's reference id; absent is false. */
  guest: z.optional(z.boolean()),
  /** Has played by an access token; absent is false. */
  bot: z.optional(z.boolean()),
  avatar: z.nullable(z.string()),
  coins,
  winningAmount: coins,
  todaysBids: coins,
  totalWon: coins,
  adEarnings: coins,
  ticketsPlayed: z.number(),
  referenceId: z.string(),
  createdAt: instant,
  /** Counts all referred players; `referredUsers` has the newest 100. */
  referralCount: z.number(),
  referredUsers: z.array(
    z.object({ id, username: z.string(), avatar: z.nullable(z.string()), createdAt: instant }),
  ),
  /** What the player has reached, the oldest first. */
  achievements: z.optional(reachedAchievements),
  /** Absent where no round is pinned; for others also while the player's name is hidden at the tables. */
  pinned: z.optional(pinnedRoundSchema),
});

export type Profile = z.infer<typeof profileSchema>;

/** DELETE /user/sessions: all of them, or all but the one that calls. */
export const endSessionsQuery = z.strictObject({ except: z.optional(z.literal('current')) });

/** GET /user/sessions */
export const sessionSchema = z.object({
  id,
  createdAt: instant,
  lastSeenAt: instant,
  userAgent: z.nullable(z.string()),
  current: z.boolean(),
});

export type SessionInfo = z.infer<typeof sessionSchema>;

/** GET and POST /user/visibility: whether others see the player's name at the table of a round. */
export const visibilitySchema = z.strictObject({ hideName: z.boolean() });

export type Visibility = z.infer<typeof visibilitySchema>;
