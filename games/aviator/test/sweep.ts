import type { TimedSite } from '../../../apps/server/test/test-site.ts';
import { press, settleBet } from '../../../e2e/engine-steps.ts';
import type { GameSweep } from '../../test/sweeps.ts';
import { aviatorRules } from '../rules.ts';

const returned = aviatorRules.rtpBp / 10_000;

/** The next round takes the bet, and settles it. */
const playRound = async (
  site: TimedSite,
  token: string,
  { amount, autoCashOut = null }: { amount: number; autoCashOut?: number | null },
): Promise<void> => {
  // The next round takes bets once the newest one has crashed.
  const newest = await findNewestRound(site);
  if (newest.state === 'betting') await site.time.advanceTo(newest.starts_at.getTime());
  await site.time.advanceTo((await findNewestRound(site)).crash_at.getTime());
  const answer = await site.call('POST', '/aviator/create', token, { amount, autoCashOut });
  const { bet } = answer.body as { bet?: { roundId: string } };
  const round = await findNewestRound(site);
  if (String(round.id) !== bet?.roundId)
    throw new Error(`the bet is not in round ${round.id}: ${answer.text}`);
  await site.time.advanceTo(round.crash_at.getTime() + 1_000);
};

export const sweep: GameSweep = {
  id: 'aviator',
  path: '/games/aviator',
  settleBet: (page) => settleBet(page, 'Your Bids', () => press(page, 'button', 'Place Bet')),
  async hear({ goTo, key, hears, outcome }) {
    // Neither button can be reached in the other's time; a press as the round takes off places nothing.
    const pressIfReached = (name: string) =>
      goTo(name)
        .then(() => key('space'))
        .catch(() => undefined);
    const bet = () => pressIfReached('Place Bet');
    const isPlaced = /You have placed a bet of \d+ coins/;
    for (let tries = 0; tries < 20; tries += 1) {
      if (await outcome('Aviator: a bet', isPlaced, bet, 8_000)) break;
    }
    await outcome('Aviator: a take-off', /^Round started/, async () => undefined);
    await outcome('Aviator: a crash', /Crashed at (?<which>[\d.,]+)x/, async () => undefined, 120_000);
    const betAgain = async (): Promise<void> => {
      for (let tries = 0; tries < 20; tries += 1) {
        await bet();
        if (await hears(isPlaced, 8_000)) return;
      }
    };
    await outcome('Aviator: a lost bet', /Crashed at .* coins lost/, betAgain, 120_000);
    const cashOut = async (): Promise<void> => {
      await betAgain();
      if (await hears(/Round started/, 20_000)) await pressIfReached('Cash Out');
    };
    for (let tries = 0; tries < 6; tries += 1) {
      if (await outcome('Aviator: a cash-out', /You cashed out [\d,]+ coins/, cashOut, 6_000)) return;
    }
  },
  page: {
    title: ['title.aviator', 'Aviator – Fairground'],
    texts: [
      ['aviator.notPlaced', 'Your Bet Not Placed'],
      ['aviator.placeBet', 'Place Bet'],
      ['aviator.cashOut', 'Cash Out'],
      ['aviator.crashes', 'Recent Crashes (Global)'],
      ['aviator.bids', 'Your Bids'],
      ['aviator.noBets', 'No Bets Found'],
    ],
    button: { en: 'Place Bet', es: 'Apostar' },
    minStakeCoins: 10,
    // The bets of a player's club and their flags on the curve added 1.2 KB and a file, the parachute and its marks
    // 1 KB, and what a crash shows before a short countdown 0.1 KB.
    budget: { kilobytes: 151.6, requests: 18 },
    pressed: 'choice and button',
    fillsWindow: true,
    needsNoLive: false,
    stakeBy: 'slider',
  },
  watch: {
    title: ['title.watchAviator', 'Watch Aviator live – Fairground'],
    // Flags of members on the curve are part of the stage: 0.5 KB.
    budget: { kilobytes: 142.7, requests: 18 },
  },
  calls: [
    ['/aviator/create', { amount: 10 }, 201],
    ['/aviator/cashout', { roundId: '1', crashMultiplier: 2 }, 409],
  ],
  bet: {
    settings: { AVIATOR_COUNTDOWN_MS: '2000' },
    playOnce: (site, token) => playRound(site, token, { amount: 100 }),
    playForFun: (site, token, random) =>
      playRound(site, token, {
        amount: 10 * (1 + random.below(12)),
        autoCashOut: (15 + random.below(16)) / 10,
      }),
  },
  final: {
    application: [
      'UPDATE aviator_round SET crash_hundredths = 100000',
      'UPDATE aviator_round SET commitment = sha256($$x$$)',
      'DELETE FROM aviator_round',
      'UPDATE aviator_bet SET amount = 1',
      'UPDATE aviator_bet SET auto_hundredths = 101',
      'DELETE FROM aviator_bet',
    ],
    owner: [
      `UPDATE aviator_round SET crash_hundredths = 100000 WHERE state = 'finished'`,
      `UPDATE aviator_round SET seed = sha256($$x$$) WHERE state = 'finished'`,
      `DELETE FROM aviator_round WHERE state = 'finished'`,
      `UPDATE aviator_bet SET amount_won = amount_won + 1 WHERE outcome = 'win'`,
      `UPDATE aviator_bet SET outcome = 'pending' WHERE outcome = 'loss'`,
      `DELETE FROM aviator_bet WHERE outcome = 'loss'`,
    ],
    once: [['aviator_bet_one_per_slot', 'aviator_bet', { id: -1 }]],
  },
  lab: {
    choices: ['1.01', '2.00', '37.50', '100.00', '10000.00'].map((at) => [{ at }, returned]),
    paysWholeCoins: false,
  },
  vectors: ['crash'],
  errorTexts: [
    { text: 'Error fetching aviator draw result', key: 'aviator.drawFailed', seenIn: ['failures.slow'] },
    { text: 'Error fetching aviator countdown', key: 'aviator.countdownFailed', seenIn: ['failures.slow'] },
    { text: 'Bet Placed', key: 'aviator.betPlaced', seenIn: ['aviator'] },
    { text: 'You have placed a bet of {n} coins.', key: 'aviator.betPlacedText', seenIn: ['aviator'] },
    { text: 'Cashed Out', key: 'aviator.cashedOut', seenIn: ['aviator'] },
    {
      text: 'You cashed out {n} coins with a multiplier of {m}.',
      key: 'aviator.cashedOutText',
      seenIn: ['aviator'],
    },
  ],
};

interface RoundRow {
  id: bigint;
  state: string;
  starts_at: Date;
}

const findNewestRound = async (site: TimedSite): Promise<RoundRow & { crash_at: Date }> => {
  const [round] = await site.rows<RoundRow>(
    'SELECT id, state, starts_at FROM aviator_round ORDER BY id DESC LIMIT 1',
  );
  if (!round) throw new Error('there is no round');
  // Tests of pages have no use for the server that this loads.
  return (await import('./running-flights.ts')).reveal(site, round);
};
