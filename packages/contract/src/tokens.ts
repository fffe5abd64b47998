/** Personal access tokens: what a player's programs call the site with. */
import * as z from 'zod/mini';
import { id, instant, integerWithin } from './primitives.ts';

/** `read` sees what its player sees of games and coins; `play` also places stakes and plays. */
export const tokenScopes = ['read', 'play'] as const;

export type TokenScope = (typeof tokenScopes)[number];

/** By this prefix, secret scanners recognise a token that was published by mistake. */
export const tokenPrefix = 'fgp_';

export const maxTokens = 20;
export const maxTokenDays = 365;
/** What one token may call, over HTTP and by live messages together. */
export const tokenCalls = { max: 40, windowMs: 2_000 } as const;

export const tokenSchema = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** Its last four characters. */
  lastFour: z.string(),
  createdAt: instant,
  expiresAt: instant,
  /** A date in UTC; null while it was never used. */
  lastUsedOn: z.nullable(z.string()),
});

/** GET /user/tokens: the newest first. */
export const tokensAnswer = z.array(tokenSchema);

/** POST /user/tokens */
export const createTokenBody = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  /** `play` includes `read`. */
  scopes: z.array(z.enum(tokenScopes)).check(z.minLength(1), z.maxLength(tokenScopes.length)),
  days: integerWithin({ min: 1, max: maxTokenDays }),
  /** A missing one is refused with `reauthentication_required`. */
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
});

/** The token itself is in no other answer. */
export const createTokenAnswer = z.object({ token: z.string(), info: tokenSchema });

export type TokenInfo = z.infer<typeof tokenSchema>;
export type CreateToken = z.infer<typeof createTokenBody>;
export type CreateTokenAnswer = z.infer<typeof createTokenAnswer>;
