/**
 * What is sent with calls that may ask for the password or a passkey again. Apart from their answers, which pages
 * load before anything is sent.
 */
import * as z from 'zod/mini';
import { avatar, integerWithin, maxStakeCoins, username } from './primitives.ts';
import { currentPassword, hasProof, proofFields } from './reauthentication.ts';
import { maxTokenDays, tokenScopes } from './token-rules.ts';

/** POST /user/update: these fields and no others. */
export const userUpdateBody = z.strictObject({
  avatar: z.optional(avatar),
  username: z.optional(username),
  newPassword: z.optional(currentPassword),
  currentPassword: z.optional(currentPassword),
  /** In place of the current password. */
  passkey: proofFields.passkey,
});

export type UserUpdate = z.infer<typeof userUpdateBody>;

/** DELETE /user/me */
export const closeAccountBody = z.strictObject(proofFields).check(hasProof);

/** POST /user/export; a guest has neither. */
export const exportBody = z.strictObject(proofFields);

const dailyStake = z.nullable(z.number().check(z.int(), z.gte(0), z.lte(maxStakeCoins)));

/** POST /user/limits: stricter immediately, looser after 24 hours; a break cannot be shortened. */
export const limitsBody = z.strictObject({
  dailyStake: z.optional(dailyStake),
  breakUntil: z.optional(z.iso.datetime({ offset: true })),
  /** With a break of more than a week; guests have neither. */
  ...proofFields,
});

/** POST /user/tokens */
export const createTokenBody = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  /** `play` includes `read`. */
  scopes: z.array(z.enum(tokenScopes)).check(z.minLength(1), z.maxLength(tokenScopes.length)),
  days: integerWithin({ min: 1, max: maxTokenDays }),
  /** Without one of them the call is refused with `reauthentication_required`. */
  ...proofFields,
});

export type LimitsBody = z.infer<typeof limitsBody>;
export type CreateToken = z.infer<typeof createTokenBody>;
