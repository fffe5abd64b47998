/** What the site knows of Aviator before its page is opened. */
import { defineGamePages } from '@fairground/game-kit/web';
import type { Texts } from './texts.ts';

export default defineGamePages<Texts['shell']>({
  id: 'aviator',
  page: {
    path: '/games/aviator',
    title: 'title.aviator',
    description: 'description.aviator',
    load: async () => (await import('./page.tsx')).AviatorPage,
  },
  watch: {
    title: 'title.watchAviator',
    description: 'description.watchAviator',
    load: async () => (await import('./watch.tsx')).WatchAviator,
    loadPreview: async () => (await import('./watch-preview.tsx')).FlightPreview,
  },
  card: {
    color: 'sky',
    gameName: 'nav.aviator',
    name: 'nav.aviator',
    text: 'games.aviatorText',
  },
  notFoundLink: { place: 2 },
  guide: { place: 2, anchor: 'aviator' },
  lab: { place: 1 },
  proof: { place: 1, label: 'nav.aviator' },
});
