/// <reference types="vite/client" />
/** The Spanish texts of the site and of its games, as one module. */
import site from './messages/es.json' with { type: 'json' };

const games = import.meta.glob<Record<string, string>>('../../../../../games/*/web/messages/es/lab.json', {
  eager: true,
  import: 'default',
});

export default Object.assign({}, site, ...Object.values(games)) as typeof site;
