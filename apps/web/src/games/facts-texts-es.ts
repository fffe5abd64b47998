/// <reference types="vite/client" />
/** The Spanish texts of the site and of its games, as one module. */
import site from '@fairground/game-kit/web/messages/facts/es.json' with { type: 'json' };

const games = import.meta.glob<Record<string, string>>('../../../../games/*/web/messages/es/facts.json', {
  eager: true,
  import: 'default',
});

export default Object.assign({}, site, ...Object.values(games)) as typeof site;
