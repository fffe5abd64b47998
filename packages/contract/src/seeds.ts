/** A player's seed pair over the wire: what games without rounds draw from. */
import * as z from 'zod/mini';

export const clientSeedPattern = /^[A-Za-z0-9_-]{8,64}$/;

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.number().check(z.int(), z.gte(0));

/** GET /fairness/seeds. The server seed itself shows once it has been rotated out. */
export const seedsSchema = z.object({
  /** SHA-256 of the server seed in use. */
  commitment: hex32,
  clientSeed: z.string(),
  /** One that the server made is the weaker level, until the player chooses one. */
  clientSeedSource: z.enum(['server', 'player']),
  /** The nonce of the next game or spin. */
  nonce: count,
  /** SHA-256 of the server seed of the next seed, published before its client seed is chosen. */
  nextCommitment: hex32,
});

export type Seeds = z.infer<typeof seedsSchema>;

/**
 * GET /fairness/seeds/{commitment}: where one of the player's seeds stands under the root of its day in the public
 * log.
 */
export const seedPlaceSchema = z.object({
  commitment: hex32,
  day: z.string(),
  /** Its place among the seeds that were made that day, from 0. */
  index: count,
  /** From the commitment's leaf up. */
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: hex32 })),
});

export type SeedPlace = z.infer<typeof seedPlaceSchema>;

/** POST /fairness/seeds/client, before the first game of the pair, answered like GET; POST /fairness/seeds/rotate */
export const clientSeedBody = z.strictObject({ clientSeed: z.string().check(z.regex(clientSeedPattern)) });

export const rotateSeedsAnswer = z.object({
  previous: z.object({
    serverSeed: hex32,
    commitment: hex32,
    clientSeed: z.string(),
    /** How many nonces were used: 0 to this less one. */
    nonces: count,
  }),
  current: seedsSchema,
});

export type RotateSeedsAnswer = z.infer<typeof rotateSeedsAnswer>;
