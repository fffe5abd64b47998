/** What the site knows of Minefield before its page is opened. */
import { defineGamePages } from '@fairground/game-kit/web';
import type { Texts } from './texts.ts';

export default defineGamePages<Texts['shell']>({
  id: 'mineField',
  page: {
    path: '/games/minefield',
    title: 'title.minefield',
    description: 'description.minefield',
    load: async () => (await import('./page.tsx')).MinefieldPage,
  },
  card: {
    color: 'mint',
    gameName: 'nav.minefield',
    name: 'nav.minefield',
    text: 'games.minefieldText',
  },
  guide: { place: 4, anchor: 'minefield' },
  lab: { place: 3 },
  proof: { place: 2, label: 'nav.minefield' },
});
