/** The console's page "Now". */
import * as z from 'zod/mini';
import { maintenanceSchema } from '../maintenance.ts';
import { instant } from '../primitives.ts';

/** What somebody should look at, from the worst to the mildest; a note is normal on a site of this age. */
export const warningLevels = ['failed', 'attention', 'note'] as const;

/** GET /console/now */
export const nowAnswer = z.object({
  at: instant,
  /** When the site was set up. */
  since: instant,
  /** Players and visitors with an open connection, on all processes. */
  connected: z.number(),
  newPlayers: z.number(),
  /** Figures of the last minute, or of as many seconds as a busy site looks back. */
  pace: z.object({
    seconds: z.number(),
    stakes: z.number(),
    stakesPerSecond: z.number(),
    stakeCoins: z.number(),
    payoutCoins: z.number(),
  }),
  /** The process that responded. */
  process: z.object({
    isDirector: z.boolean(),
    messages: z.enum(['ok', 'away']),
    connections: z.number(),
    pool: z.object({ busy: z.number(), idle: z.number(), waiting: z.number() }),
  }),
  database: z.object({ isWritable: z.boolean(), bytes: z.number() }),
  games: z.array(
    z.object({
      game: z.string(),
      /** As players know it. */
      name: z.optional(z.string()),
      isClosed: z.boolean(),
      /**
       * Stakes that should have been settled a minute ago, and void ones of the newest 1,000
       * rounds; null without rounds.
       */
      overdue: z.nullable(z.number()),
      void: z.nullable(z.number()),
    }),
  ),
  /** Null while it is off. */
  maintenance: z.nullable(maintenanceSchema),
  backupAt: z.nullable(instant),
  audit: z.nullable(z.object({ at: instant, broken: z.number() })),
  openMessages: z.number(),
  /** Requests of the staff that wait for another person. */
  openRequests: z.number(),
  warnings: z.array(z.object({ level: z.enum(warningLevels), text: z.string() })),
});

export type NowAnswer = z.infer<typeof nowAnswer>;
export type Warning = NowAnswer['warnings'][number];
export type WarningLevel = Warning['level'];
