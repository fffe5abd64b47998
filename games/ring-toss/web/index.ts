/** What the site knows of Ring Toss before its page is opened. */
import { defineGamePages } from '@fairground/game-kit/web';
import type { Texts } from './texts.ts';

export default defineGamePages<Texts['shell']>({
  id: 'ringToss',
  page: {
    path: '/games/ring-toss',
    title: 'title.ringToss',
    description: 'description.ringToss',
    load: async () => (await import('./page.tsx')).RingTossPage,
  },
  card: { color: 'sky', gameName: 'nav.ringToss', name: 'nav.ringToss', text: 'games.ringTossText' },
  guide: { anchor: 'ring-toss' },
  lab: {},
  proof: { label: 'nav.ringToss' },
});
