/// <reference types="vite/client" />
/** The figures in the texts of guides, all of them from GET /games/config: the texts contain none. */
import type { GamesConfig } from '@fairground/contract/config';
import type { Figures, GameFactsPart } from '@fairground/game-kit/web';
import type { Format } from '@fairground/site-kit/format/format.ts';
import { byFolder, configOf, games } from './list.ts';

const parts = byFolder(
  import.meta.glob<{ default: GameFactsPart }>('../../../../games/*/web/facts.ts', { eager: true }),
);

export function toFacts(config: GamesConfig, format: Format): Figures {
  const { ads, bonuses } = config;
  const { formatCoins, formatFactor } = format;
  const ofGames = games.map((game) => parts.get(game.folder)?.figures(configOf(config, game), format));
  return Object.assign(
    {
      adCoins: formatCoins(ads.coins),
      adSeconds: formatFactor(ads.seconds),
      adLimit: ads.dailyLimit,
      signupCoins: formatCoins(bonuses.signupCoins),
      referralCoins: formatCoins(bonuses.referralCoins),
    },
    ...ofGames,
  ) as Figures;
}

/** The part of the figures that guides show, for prerendered pages. */
export function cutForPage(config: GamesConfig): GamesConfig {
  const cut = games.flatMap((game) => {
    const shorten = parts.get(game.folder)?.cut;
    return shorten === undefined ? [] : [[game.id, shorten(configOf(config, game))]];
  });
  return { ...config, ...Object.fromEntries(cut) };
}
