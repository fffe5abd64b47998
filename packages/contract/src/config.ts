/** GET /games/config: every figure that a page may show, and the only source of them. */
import * as z from 'zod/mini';
import { adsConfig } from './ads.ts';
import { maintenanceSchema } from './maintenance.ts';
import { coins } from './primitives.ts';
import type { Registration } from './registration.ts';

/** What is the site's own in the answer. Each game adds its part under its id, in its own schema. */
export const coreConfigSchema = z.object({
  currency: z.object({ name: z.string(), cashValue: z.literal(false) }),
  siteTimeZone: z.string(),
  bonuses: z.object({ signupCoins: coins, referralCoins: coins }),
  ads: adsConfig,
});

export type CoreConfig = z.infer<typeof coreConfigSchema>;

/** The answer with the parts of all games, whose types only the games know. */
export type GamesConfig = CoreConfig & { registration?: Registration } & Readonly<Record<string, unknown>>;

/** GET /games/closed: the games that take no stakes for now, by their ids; all of them during maintenance. */
export const closedGamesSchema = z.object({
  games: z.array(z.string()),
  /** Closed games whose results wait for a public beacon that does not answer; absent where there are none. */
  withoutBeacon: z.optional(z.array(z.string())),
  /** Absent while there is none. */
  maintenance: z.optional(maintenanceSchema),
});

export type ClosedGamesAnswer = z.infer<typeof closedGamesSchema>;
