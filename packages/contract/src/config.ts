/** GET /games/config: every figure that a page may show, and the only source of them. */
import * as z from 'zod/mini';
import { aviatorConfig } from '@fairground/game-aviator/contract';
import { doubleTroubleConfig } from '@fairground/game-double-trouble/contract';
import { lotteryConfig } from '@fairground/game-lottery/contract';
import { minefieldConfig } from '@fairground/game-minefield/contract';
import { wheelConfig } from '@fairground/game-wheel/contract';
import { adsConfig } from './ads.ts';
import { coins } from './primitives.ts';

/** What is the site's own in the answer. Each game adds its part under its id. */
export const coreConfigSchema = z.object({
  currency: z.object({ name: z.string(), cashValue: z.literal(false) }),
  siteTimeZone: z.string(),
  bonuses: z.object({ signupCoins: coins, referralCoins: coins }),
  ads: adsConfig,
});

export type CoreConfig = z.infer<typeof coreConfigSchema>;

export const gamesConfigSchema = z.object({
  currency: z.object({ name: z.string(), cashValue: z.literal(false) }),
  siteTimeZone: z.string(),
  bonuses: z.object({ signupCoins: coins, referralCoins: coins }),
  lottery: lotteryConfig,
  aviator: aviatorConfig,
  doubleTrouble: doubleTroubleConfig,
  mineField: minefieldConfig,
  ads: adsConfig,
  wheel: wheelConfig,
});

export type GamesConfig = z.infer<typeof gamesConfigSchema>;
