/** What the site knows of Double Trouble before its page is opened. */
import { defineGamePages } from '@fairground/game-kit/web';
import type { Texts } from './texts.ts';

export default defineGamePages<Texts['shell']>({
  id: 'doubleTrouble',
  page: {
    path: '/games/double-trouble',
    title: 'title.doubleTrouble',
    description: 'description.doubleTrouble',
    load: async () => (await import('./page.tsx')).DoubleTroublePage,
  },
  watch: {
    title: 'title.watchDoubleTrouble',
    description: 'description.watchDoubleTrouble',
    load: async () => (await import('./watch.tsx')).WatchDoubleTrouble,
  },
  card: {
    color: 'ticket',
    gameName: 'nav.doubleTrouble',
    name: 'nav.doubleTrouble',
    text: 'games.doubleTroubleText',
  },
  notFoundLink: { place: 3 },
  guide: { place: 3, anchor: 'double-trouble' },
  lab: { place: 2 },
  proof: { place: 3, label: 'nav.doubleTrouble' },
});
