/// <reference types="vite/client" />
/** The English texts of the site and of its games, as one module. */
import site from './messages/en.json' with { type: 'json' };

const games = import.meta.glob<Record<string, string>>('../../../../../games/*/web/messages/en/lab.json', {
  eager: true,
  import: 'default',
});

export default Object.assign({}, site, ...Object.values(games)) as typeof site;
