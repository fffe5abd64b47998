/// <reference types="vite/client" />
/** The Spanish texts of the site and of its games, as one module. */
import site from './messages/answers/es.json' with { type: 'json' };

const games = import.meta.glob<Record<string, string>>('../../../../../games/*/web/messages/es/faq.json', {
  eager: true,
  import: 'default',
});

export default Object.assign({}, site, ...Object.values(games)) as typeof site;
