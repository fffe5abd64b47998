/** What the site knows of the lottery before its page is opened. */
import { defineGamePages } from '@fairground/game-kit/web';
import type { Texts } from './texts.ts';

export default defineGamePages<Texts['shell']>({
  id: 'lottery',
  page: {
    path: '/games/play-lottery',
    title: 'title.lottery',
    description: 'description.lottery',
    load: async () => (await import('./page.tsx')).LotteryPage,
  },
  card: {
    color: 'bulb',
    gameName: 'nav.lottery',
    name: 'games.lotteryName',
    text: 'games.lotteryText',
  },
  notFoundLink: { place: 1 },
  laterPay: { label: 'lottery.next' },
  guide: { place: 1, anchor: 'lottery' },
  lab: { place: 5 },
  proof: { place: 4, label: 'nav.lottery' },
});
