/** Schemas that every other one is made of: amounts, multipliers, times, ids. */
import * as z from 'zod/mini';

/** No stake may be above this, so that no payout leaves the safe integers. */
export const maxStakeCoins = 1_000_000_000;

/** Whole coins, zero or more. */
export const coins = z.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));

/** A stake within a game's limits. Whatever is wrong with one, the message names all of them. */
export const stakeWithin = ({ min, max, step }: { min: number; max: number; step: number }) => {
  const error = `Must be a multiple of ${written(step)} from ${written(min)} to ${written(max)}.`;
  return z
    .number({ error })
    .check(z.int({ error }), z.gte(min, { error }), z.lte(max, { error }), z.multipleOf(step, { error }));
};

/** A number from `min` to `max`; `rest` adds further checks. */
export const numberWithin = ({ min, max }: { min: number; max: number }, rest = '') => {
  const error = `Must be from ${written(min)} to ${written(max)}${rest}.`;
  return z.number({ error }).check(z.gte(min, { error }), z.lte(max, { error }));
};

/** A whole number from `min` to `max`. */
export const integerWithin = ({ min, max }: { min: number; max: number }) => {
  const error = `Must be a whole number from ${written(min)} to ${written(max)}.`;
  return z.number({ error }).check(z.int({ error }), z.gte(min, { error }), z.lte(max, { error }));
};

const written = (value: number): string => value.toLocaleString('en-US');

/** A multiplier as players see it: 1 means stake back. */
export const multiplier = z.number().check(z.gte(0));

/** ISO 8601 in UTC. */
export const instant = z.string().check(z.iso.datetime());

/** Opaque. */
export const id = z.string().check(z.minLength(1), z.maxLength(64));

/** The site's signature on a stake that is final, for calls with the header `Receipt: 1`, see docs/fairness.md. */
export const receipt = z.optional(z.string());

export const avatar = z.string().check(z.regex(/^avatar([1-9]|1\d|20)$/));

export const username = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_]{3,20}$/, 'Must have 3 to 20 letters, digits or underscores.'));
