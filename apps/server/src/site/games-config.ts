/** GET /games/config: collected from the rules and the settings, so that pages contain no figures. */
import {
  closedGamesSchema,
  coreConfigSchema,
  type ClosedGamesAnswer,
  type CoreConfig,
} from '@fairground/contract/config';
import { registrationSchema } from '@fairground/contract/registration';
import type { ConfiguredGame } from '@fairground/game-kit/server';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callsOf, readScope } from '../http/route-options.ts';
import { configureGames } from './games.ts';
import type { Settings } from '../platform/settings.ts';

const { open } = callsOf('Games');

type ConfigSettings = Pick<
  Settings,
  'siteTimeZone' | 'registration' | 'signupCoins' | 'referralCoins' | 'adSeconds' | 'adCoins' | 'adDailyLimit'
>;

/** The position of the ads' key among those of the games. */
const adsPosition = 50;

/** The answer and its schema, composed of the core's part and each game's. */
export const toGamesConfig = (settings: ConfigSettings, games: readonly ConfiguredGame[]) => {
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
    ...games.map(({ module, configValue }) => ({
      key: module.id,
      ...module.config,
      value: configValue,
    })),
  ].toSorted((one, other) => one.position - other.position);
  return {
    config: {
      ...core,
      ...Object.fromEntries(parts.map(({ key, value }) => [key, value])),
      registration: settings.registration,
    } satisfies Record<string, unknown>,
    schema: z.object({
      ...coreShape,
      ...Object.fromEntries(parts.map(({ key, schema }) => [key, schema])),
      registration: registrationSchema,
    }),
  };
};

export type GamesAnswer = ReturnType<typeof toGamesConfig>;

/** The answer of a site with these settings, for programs that do not start one. */
export const loadGamesConfig = async (settings: Settings): Promise<Record<string, unknown>> =>
  toGamesConfig(settings, await configureGames(settings)).config;

export const gamesRoutes =
  ({ config, schema }: GamesAnswer, closedGames: () => ClosedGamesAnswer): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/games/config',
      open('Every figure of every game', { 200: schema }, { config: readScope }),
      async (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(config),
    );
    app.get(
      '/games/closed',
      open('The games that take no stakes for now', { 200: closedGamesSchema }, { config: readScope }),
      closedGames,
    );
  };
