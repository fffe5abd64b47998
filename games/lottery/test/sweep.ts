import type { TimedSite } from '../../../apps/server/test/test-site.ts';
import { press, settleBet } from '../../../e2e/engine-steps.ts';
import type { GameSweep } from '../../test/sweeps.ts';
import { lotteryReturn } from '../rules.ts';

const { paid, staked } = lotteryReturn();
const drawsEveryMs = 10_000;

/** The next draw has the ticket, and is settled. */
const playDraw = async (
  site: TimedSite,
  token: string,
  bought: { numbers: readonly number[]; bid: number },
): Promise<void> => {
  // Sales for the current draw may already be closed.
  await site.time.advance(drawsEveryMs - (site.time.nowMs() % drawsEveryMs) + 500);
  const answer = await site.call('POST', '/lottery/create', token, bought);
  const { ticket } = answer.body as { ticket?: { drawsAt: string } };
  if (!ticket) throw new Error(answer.text);
  await site.time.advanceTo(Date.parse(ticket.drawsAt) + 10);
};

export const sweep: GameSweep = {
  id: 'lottery',
  path: '/games/play-lottery',
  settleBet: (page) =>
    settleBet(page, 'Your tickets', async () => {
      await press(page, 'button', 'Quick pick');
      await press(page, 'button', 'Place Bid');
    }),
  async hear({ goTo, key, outcome }) {
    const buy = async (): Promise<void> => {
      await goTo('Quick pick');
      await key('space');
      await goTo('Place Bid');
      await key('space');
    };
    while (!(await outcome('Lottery: a ticket', /^Ticket bought/, buy, 12_000)));
    await outcome('Lottery: a draw', /^Drawn: (?<which>[\d, ]+)/, async () => undefined);
    const check = () => goTo('Check the draw of').then(() => key('space'));
    await outcome('Lottery: the seal of a draw', /^Checked here: /, check);
  },
  page: {
    title: ['title.lottery', 'Lottery – Fairground'],
    texts: [
      ['lottery.punch', 'Pick 6 of 49'],
      ['lottery.place', 'Place Bid'],
    ],
    button: { en: 'Place Bid', es: 'Apostar' },
    minStakeCoins: 10,
    budget: { kilobytes: 143.3, requests: 17 },
    pressed: 'choices',
    // The ticket is as high as its numbers.
    fillsWindow: false,
    needsNoLive: false,
    stakeBy: 'field',
    outage: { ready: 'No tickets yet.', text: 'Error fetching latest draw' },
    choose: (page) => page.getByRole('button', { name: 'Quick pick' }).click(),
  },
  calls: [['/lottery/create', { numbers: [1, 2, 3, 4, 5, 6], bid: 10 }, 201]],
  bet: {
    settings: { LOTTERY_DRAW_CRON: '*/10 * * * * *', LOTTERY_CLOSE_MS: '1000' },
    playOnce: (site, token) => playDraw(site, token, { numbers: [1, 2, 3, 4, 5, 6], bid: 100 }),
    async playForFun(site, token, random) {
      const picked = new Set<number>();
      while (picked.size < 6) picked.add(1 + random.below(49));
      await playDraw(site, token, {
        numbers: [...picked].toSorted((one, other) => one - other),
        bid: 10 * (1 + random.below(5)),
      });
    },
  },
  final: {
    application: [
      'UPDATE lottery_draw SET commitment = sha256($$x$$)',
      'UPDATE lottery_ticket SET pick = 63',
      'DELETE FROM lottery_draw',
      'DELETE FROM lottery_ticket',
    ],
    owner: [`UPDATE lottery_draw SET winning = 63 WHERE state = 'finished'`, 'DELETE FROM lottery_ticket'],
    once: [
      ['lottery_draw_slot', `lottery_draw WHERE voided_at IS NULL`, { id: -1, draw_key: 'x', of_day: 99 }],
      [
        'lottery_draw_next',
        `lottery_draw WHERE state = 'open'`,
        { id: -1, draw_key: 'x', of_day: 99, draws_at: '2100-01-01T00:00:00Z' },
      ],
    ],
  },
  lab: { choices: [[{}, Number(paid) / Number(staked)]], paysWholeCoins: true },
  coinWay: 'Next lottery',
  vectors: ['lotto'],
  errorTexts: [{ text: 'Error fetching latest draw', key: 'lottery.drawFailed', seenIn: ['lottery'] }],
};
