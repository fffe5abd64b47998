import type { TimedSite } from '../../../apps/server/test/test-site.ts';
import { press, settleBet } from '../../../e2e/engine-steps.ts';
import type { GameSweep } from '../../test/sweeps.ts';
import { doubleTroubleRules, returnBp } from '../rules.ts';

const intervalMs = 6_000;

/** The next draw has the bet, and is settled. */
const playDraw = async (site: TimedSite, token: string, pick: object): Promise<void> => {
  // The current draw may already be closed.
  await site.time.advance(intervalMs - (site.time.nowMs() % intervalMs) + 500);
  const answer = await site.call('POST', '/doubleTrouble/create', token, pick);
  const { bet } = answer.body as { bet?: { drawId: string } };
  if (!bet) throw new Error(answer.text);
  await site.time.advanceTo(Number(bet.drawId));
};

export const sweep: GameSweep = {
  id: 'doubleTrouble',
  path: '/games/double-trouble',
  settleBet: (page) => settleBet(page, 'Your Bets', () => press(page, 'button', 'Place Bet')),
  async hear({ goTo, key, outcome }) {
    const bet = (step: string, shown: RegExp): Promise<boolean> =>
      outcome(step, shown, () => goTo('Place Bet').then(() => key('space')), 10_000);
    while (!(await bet('Double Trouble: a bet', /You have placed a bet of/)));
    while (!(await bet('Double Trouble: a draw with a bet', /^\d+ was drawn.*coins (?:lost|come back)/)));
    await outcome(
      'Double Trouble: a draw without a bet',
      /^(?<which>\d+) was drawn: /,
      async () => undefined,
    );
  },
  page: {
    title: ['title.doubleTrouble', 'Double Trouble – Fairground'],
    texts: [
      ['doubleTrouble.number', 'Number'],
      ['doubleTrouble.under', 'Under'],
      ['doubleTrouble.over', 'Over'],
      ['doubleTrouble.exact', 'Exact'],
    ],
    button: { en: 'Place Bet', es: 'Apostar' },
    minStakeCoins: 10,
    // The bets of a player's club added 0.8 KB and a file, and several fields in one press 1.4 KB.
    budget: { kilobytes: 141, requests: 16 },
    pressed: 'choice and button',
    fillsWindow: true,
    needsNoLive: false,
    stakeBy: 'field',
    outage: { ready: 'No Bets Found', text: 'Error fetching double trouble status' },
  },
  watch: {
    title: ['title.watchDoubleTrouble', 'Watch Double Trouble live – Fairground'],
    budget: { kilobytes: 135, requests: 16 },
  },
  calls: [['/doubleTrouble/create', { drawType: 'Under', amount: 10 }, 201]],
  bet: {
    settings: { DOUBLE_TROUBLE_INTERVAL_MS: String(intervalMs) },
    longSettings: { DOUBLE_TROUBLE_INTERVAL_MS: '600000' },
    playOnce: (site, token) => playDraw(site, token, { drawType: 'Number', number: 7, amount: 100 }),
    async playForFun(site, token, random) {
      const pick = random.pick([
        { drawType: 'Under' },
        { drawType: 'Over' },
        { drawType: 'Number', number: 1 + random.below(30) },
      ]);
      await playDraw(site, token, { ...pick, amount: 10 * (1 + random.below(10)) });
    },
  },
  final: {
    application: [
      'UPDATE double_trouble_draw SET commitment = sha256($$x$$)',
      'UPDATE double_trouble_bet SET payout_hundredths = 2940',
      'DELETE FROM double_trouble_draw',
      'DELETE FROM double_trouble_bet',
    ],
    owner: [
      `UPDATE double_trouble_draw SET winning_number = 7 WHERE state = 'finished'`,
      `UPDATE double_trouble_bet SET amount_won = 7 WHERE outcome = 'win'`,
      `DELETE FROM double_trouble_bet WHERE outcome = 'win'`,
    ],
    once: [
      // The id of a draw is no less than its time in milliseconds.
      ['double_trouble_draw_open', `double_trouble_draw WHERE state = 'open'`, { id: 9e12, link: 99_999 }],
      ['double_trouble_draw_chain_id_link_key', `double_trouble_draw WHERE state = 'finished'`, { id: 9e12 }],
    ],
  },
  lab: {
    choices: doubleTroubleRules.drawTypes.map((on) => [{ on }, returnBp(on, 30) / 10_000]),
    paysWholeCoins: true,
  },
  vectors: ['draw30'],
  errorTexts: [
    {
      text: 'Error fetching double trouble status',
      key: 'doubleTrouble.statusFailed',
      seenIn: ['double-trouble'],
    },
  ],
};
