/// <reference types="vite/client" />
/** The Spanish names of the site's badges and of those of its games, as one module. */
import site from '@fairground/game-kit/web/messages/achievements/es.json' with { type: 'json' };

const games = import.meta.glob<Record<string, string>>(
  '../../../../../games/*/web/messages/es/achievements.json',
  { eager: true, import: 'default' },
);

export default Object.assign({}, site, ...Object.values(games)) as typeof site;
