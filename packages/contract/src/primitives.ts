/** Schemas that every other one is made of: amounts, multipliers, times, ids. */
import * as z from 'zod/mini';

/** No stake may be above this, so that no payout leaves the safe integers. */
export const maxStakeCoins = 1_000_000_000;

/** Whole coins, zero or more. */
export const coins = z.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));

/** A stake: whole coins above zero. */
export const stakeCoins = z.number().check(z.int(), z.gte(1), z.lte(maxStakeCoins));

/** A multiplier as players see it: 1 means stake back. */
export const multiplier = z.number().check(z.gte(0));

/** ISO 8601 in UTC. */
export const instant = z.string().check(z.iso.datetime());

/** Opaque. */
export const id = z.string().check(z.minLength(1), z.maxLength(64));

export const avatar = z.string().check(z.regex(/^avatar([1-9]|1\d|20)$/));

export const username = z.string().check(z.regex(/^[A-Za-z0-9_]{3,20}$/));
