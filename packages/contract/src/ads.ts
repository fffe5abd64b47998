/** Ads over the wire: one is started, watched for its seconds on the server's clock, and paid once. */
import * as z from 'zod/mini';
import { coins, id, instant } from './primitives.ts';
import { userSchema } from './user.ts';

/** What is shown: one of the site's own posters, or an ad of a network that the operator has set in. */
export const adCreativeSchema = z.object({
  kind: z.enum(['house', 'network']),
  name: z.string(),
});

export type AdCreative = z.infer<typeof adCreativeSchema>;

/** POST /ads/start. A start ends the view before it, unpaid: one at a time. */
export const adStartBody = z.nullish(z.strictObject({}));

export const adStartAnswer = z.object({
  id,
  seconds: z.number(),
  coins,
  creative: adCreativeSchema,
  /** How many rewards the site day still has, this one included. */
  left: z.number(),
});

export type AdStartAnswer = z.infer<typeof adStartAnswer>;

/** POST /ads/complete */
export const adCompleteBody = z.strictObject({ id });

export const adCompleteAnswer = z.object({
  user: userSchema,
  coins,
  /** How many rewards the site day has after this one. */
  left: z.number(),
});

export type AdCompleteAnswer = z.infer<typeof adCompleteAnswer>;

/**
 * POST /ads/callback: an ad network confirms that a view was watched, signed as docs/decisions/009-ad-rewards.md says.
 */
export const adCallbackBody = z.strictObject({
  viewId: id,
  /** The network's id of the view. */
  transactionId: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
  sentAt: instant,
  signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

export type AdCallbackBody = z.infer<typeof adCallbackBody>;

/** Part of GET /games/config. */
export const adsConfig = z.object({ seconds: z.number(), coins, dailyLimit: z.number() });
