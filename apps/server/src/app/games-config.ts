/** GET /games/config: gathered from the rules and the settings, so that no page has figures of its own. */
import { coreConfigSchema, gamesConfigSchema, type CoreConfig } from '@fairground/contract/config';
import { aviatorRules } from '@fairground/game-aviator/rules';
import type { ConfiguredGame } from '@fairground/game-kit/server';
import * as z from 'zod/mini';
import { configureGames } from './games.ts';
import type { Settings } from '../platform/settings.ts';

/** The countdown is put in words below this many seconds, and starts from the default when nothing is known. */
const countdownShownBelow = 8;
const defaultCountdown = 10;

export interface GamesAnswer {
  config: Record<string, unknown>;
  schema: z.ZodMiniObject;
}

type ConfigSettings = Pick<
  Settings,
  | 'siteTimeZone'
  | 'signupCoins'
  | 'referralCoins'
  | 'aviatorCountdownMs'
  | 'adSeconds'
  | 'adCoins'
  | 'adDailyLimit'
>;

/** Where the key of the ads stands among those of the games. */
const adsPosition = 50;

/** The answer and its schema, composed of the core's part and each game's. */
export const toGamesConfig = (settings: ConfigSettings, games: readonly ConfiguredGame[]): GamesAnswer => {
  const { ads: adsSchema, ...coreShape } = coreConfigSchema.shape;
  const core = {
    currency: { name: 'coins', cashValue: false },
    siteTimeZone: settings.siteTimeZone,
    bonuses: { signupCoins: settings.signupCoins, referralCoins: settings.referralCoins },
  } satisfies Omit<CoreConfig, 'ads'>;
  const ads = {
    seconds: settings.adSeconds,
    coins: settings.adCoins,
    dailyLimit: settings.adDailyLimit,
  } satisfies CoreConfig['ads'];
  const parts = [
    { key: 'ads', position: adsPosition, schema: adsSchema, value: ads },
    ...unmoved(settings),
    ...games.map(({ module, configValue }) => ({
      key: module.id,
      ...module.config,
      value: configValue,
    })),
  ].toSorted((one, other) => one.position - other.position);
  return {
    config: { ...core, ...Object.fromEntries(parts.map(({ key, value }) => [key, value])) },
    schema: z.object({ ...coreShape, ...Object.fromEntries(parts.map(({ key, schema }) => [key, schema])) }),
  };
};

/** The answer of a site with these settings, for programs that do not start one. */
export const loadGamesConfig = async (settings: Settings): Promise<Record<string, unknown>> =>
  toGamesConfig(settings, await configureGames(settings)).config;

const { shape } = gamesConfigSchema;

/** The games whose server part does not stand in games/ yet. */
const unmoved = (settings: ConfigSettings) => [
  {
    key: 'aviator',
    position: 20,
    schema: shape.aviator,
    value: {
      minBet: aviatorRules.minStakeCoins,
      maxBet: aviatorRules.maxStakeCoins,
      step: aviatorRules.stakeStepCoins,
      defaultBet: aviatorRules.defaultStakeCoins,
      quickBets: [...aviatorRules.quickStakesCoins],
      growthPerMs: aviatorRules.growthPerMs,
      countdownMs: settings.aviatorCountdownMs,
      countdownShownBelow,
      defaultCountdown,
      autoCashOut: { min: aviatorRules.minCashOutHundredths / 100, max: aviatorRules.maxHundredths / 100 },
      maxMultiplier: aviatorRules.maxHundredths / 100,
      rtpBp: aviatorRules.rtpBp,
    },
  },
];
