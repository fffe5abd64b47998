/** Personal access tokens: what a player's programs call the site with. */
import * as z from 'zod/mini';
import { id, instant } from './primitives.ts';
import {
  maxTokenDays,
  maxTokens,
  tokenCalls,
  tokenPrefix,
  tokenScopes,
  type TokenScope,
} from './token-rules.ts';

export { maxTokenDays, maxTokens, tokenCalls, tokenPrefix, tokenScopes, type TokenScope };

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

/** The token itself is in no other answer. */
export const createTokenAnswer = z.object({ token: z.string(), info: tokenSchema });

export type TokenInfo = z.infer<typeof tokenSchema>;
export type CreateTokenAnswer = z.infer<typeof createTokenAnswer>;
