/** What the site knows of High Striker before its page is opened. */
import { defineGamePages } from '@fairground/game-kit/web';
import type { Texts } from './texts.ts';

export default defineGamePages<Texts['shell']>({
  id: 'highStriker',
  page: {
    path: '/games/high-striker',
    title: 'title.highStriker',
    description: 'description.highStriker',
    load: async () => (await import('./page.tsx')).HighStrikerPage,
  },
  card: {
    color: 'ticket',
    gameName: 'nav.highStriker',
    name: 'nav.highStriker',
    text: 'games.highStrikerText',
  },
  guide: { anchor: 'high-striker' },
  lab: { place: 4 },
  proof: { label: 'nav.highStriker' },
});
