/** Over the wire: what bettors add to a result, and the seal over their bets. */
import * as z from 'zod/mini';

/** Random characters of the bettor's, which go into the root of the bets and so into the result. */
export const betClientSeed = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** The seal in a proof; null until the bets are sealed. */
export const sealFields = {
  /** Who could know the result before it was published: `beacon` is nobody before betting closed. */
  entropy: z.nullable(z.enum(['install', 'bettors', 'beacon'])),
  /** Merkle root of all bets, in the order of their ids. */
  betsRoot: z.nullable(z.string()),
  betCount: z.nullable(z.number()),
  beacon: z.nullable(z.object({ round: z.number(), randomness: z.string(), signature: z.string() })),
  /** The positions of the entries of seal and result in the public log of this origin; null until they are in it. */
  log: z.object({
    origin: z.nullable(z.string()),
    seal: z.nullable(z.number()),
    result: z.nullable(z.number()),
  }),
  /** Why a round is void, in one word of docs/fairness.md; absent where it is not. */
  voidReason: z.optional(z.string()),
  /** The chain of the beacon where it is not drand's quicknet. */
  beaconChain: z.optional(
    z.object({ hash: z.string(), publicKey: z.string(), genesisMs: z.number(), periodMs: z.number() }),
  ),
};

/** GET /fairness/GAME/{id}/bets/{betId} */
export const betInclusionSchema = z.object({
  /** The bet's canonical JSON. */
  leaf: z.string(),
  index: z.number(),
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
  root: z.string(),
  betCount: z.number(),
});

/** What is pushed when the bets are sealed. */
export const sealPushFields = {
  betsRoot: z.string(),
  betCount: z.number(),
  beaconRound: z.nullable(z.number()),
};
