import { press, until } from '../../../e2e/engine-steps.ts';
import type { GameSweep } from '../../test/sweeps.ts';
import { difficultyNames, fractionValue, minefieldDifficulties, minefieldSteps } from '../rules.ts';

const faceOf = (tileId: string): string | undefined =>
  document.querySelector<HTMLElement>(`[data-tile="${tileId}"]`)?.dataset['face'];

export const sweep: GameSweep = {
  id: 'mineField',
  path: '/games/minefield',
  async settleBet(page) {
    await press(page, 'button', 'Place Bet & Start');
    await press(page, '[data-tile="0"]');
    const face = await until('what lies under the plot', async () => {
      const shown = await page.run(faceOf, '0');
      return shown === 'gem' || shown === 'hit' ? shown : null;
    });
    if (face === 'gem') await press(page, 'button', 'Cash Out');
    await until('the end of the game', () =>
      page.run(() =>
        [...document.querySelectorAll('button')].some(({ innerText }) => innerText.includes('Play Again')),
      ),
    );
  },
  async hear({ goTo, key, outcome }) {
    const begin = () => goTo('Place Bet & Start').then(() => key('space'));
    const turn = () => goTo('Random plot').then(() => key('space'));
    const isGem = async (): Promise<boolean> => {
      await outcome('Minefield: a game begins', /Game On!/, begin);
      if (await outcome('Minefield: a gem', /^Gem\. \d+ of/, turn, 4_000)) return true;
      await goTo('Play Again');
      await key('space');
      return false;
    };
    while (!(await isGem()));
    const cashOut = () => goTo('Cash Out at').then(() => key('space'));
    await outcome('Minefield: a cash-out', /You secured [\d,]+ coins/, cashOut);
    await goTo('Play Again');
    await key('space');
    await goTo('Expert');
    await key('space');
    await begin();
    let isOver = false;
    while (!isOver) isOver = await outcome('Minefield: a mine', /Boom! Game Over/, turn, 2_500);
  },
  page: {
    title: ['title.minefield', 'Minefield – Fairground'],
    texts: [
      ['minefield.level.Easy', 'Easy'],
      ['minefield.level.Medium', 'Medium'],
      ['minefield.level.Hard', 'Hard'],
      ['minefield.level.Expert', 'Expert'],
      ['minefield.start', 'Place Bet & Start'],
      ['minefield.nextWin', 'Next Win'],
      ['minefield.profit', 'Profit'],
      ['minefield.gemsFound', 'Gems Found'],
      ['minefield.mines', 'Mines'],
    ],
    button: { en: 'Place Bet & Start', es: 'Apostar y empezar' },
    minStakeCoins: 100,
    budget: { kilobytes: 136.8, requests: 16 },
    pressed: 'button',
    fillsWindow: true,
    needsNoLive: true,
    stakeBy: 'slider',
    shownFirst: '[role="gridcell"] button',
  },
  calls: [
    ['/mineField/create', { difficulty: 'Easy', bidAmount: 100 }, 201],
    // These read the game before, and so they look the session up.
    ['/mineField/reveal', { id: '1', tileId: 0 }, 404],
    ['/mineField/update', { id: '1', gemsFound: 0 }, 404],
  ],
  bet: {
    settings: {},
    async playOnce(site, token) {
      const game = { difficulty: 'Expert', bidAmount: 100 };
      const { id } = (await site.call('POST', '/mineField/create', token, game)).body as { id: string };
      // The notice of the start of the game has expired by then.
      await site.time.advance(1_000);
      for (let tileId = 0; tileId < 15; tileId += 1) {
        const { body } = await site.call('POST', '/mineField/reveal', token, { id, tileId });
        if ((body as { tile: { isTrap: boolean } }).tile.isTrap) break;
      }
    },
    async playForFun(site, token, random) {
      const game = { difficulty: random.pick(difficultyNames), bidAmount: 100 * (1 + random.below(3)) };
      const { id } = (await site.call('POST', '/mineField/create', token, game)).body as { id: string };
      const gemsFound = 1 + random.below(3);
      for (let tileId = 0; tileId < gemsFound; tileId += 1) {
        await site.time.advance(1_000);
        const { body } = await site.call('POST', '/mineField/reveal', token, { id, tileId });
        if ((body as { tile: { isTrap: boolean } }).tile.isTrap) return;
      }
      await site.time.advance(1_000);
      await site.call('POST', '/mineField/update', token, { id, gemsFound });
    },
  },
  final: {
    application: [
      'UPDATE minefield_game SET amount = 100',
      'UPDATE minefield_game SET nonce = nonce + 1',
      'DELETE FROM minefield_game',
    ],
    owner: [
      `UPDATE minefield_game SET amount_won = 1 WHERE state = 'Lost'`,
      `UPDATE minefield_game SET state = 'Playing' WHERE state = 'CashedOut'`,
    ],
    once: [['minefield_game_playing', `minefield_game WHERE state = 'Playing'`, { id: -1, nonce: 99 }]],
  },
  lab: {
    choices: Object.entries(minefieldDifficulties).flatMap(([meadow, difficulty]) =>
      minefieldSteps(difficulty).map(
        ({ gems, returned }) => [{ meadow, gems: String(gems) }, fractionValue(returned)] as const,
      ),
    ),
    paysWholeCoins: true,
  },
  vectors: ['mines'],
  errorTexts: [
    { text: 'Game On!', key: 'minefield.gameOn', seenIn: ['minefield'] },
    { text: 'Click any tile to find a gem.', key: 'minefield.gameOnText', seenIn: ['minefield'] },
    { text: 'Cashed Out!', key: 'minefield.cashedOut', seenIn: ['minefield'] },
    { text: 'You secured {n} coins at {m}x!', key: 'minefield.cashedOutText', seenIn: ['minefield'] },
    { text: 'Boom! Game Over.', key: 'minefield.boom', seenIn: ['minefield'] },
    { text: 'You hit a mine! You lost your bid.', key: 'minefield.boomText', seenIn: ['minefield'] },
    { text: 'Flawless Victory!', key: 'minefield.flawless', seenIn: ['failures.slow'] },
    { text: 'Game Updated!', key: 'minefield.updated', seenIn: ['minefield'] },
    { text: 'Your game has been updated.', key: 'minefield.updatedText', seenIn: ['minefield'] },
    { text: 'Invalid Bid', key: 'minefield.invalidBid', seenIn: ['minefield'] },
    { text: 'Please place a bid greater than 0.', key: 'minefield.invalidBidText', seenIn: ['minefield'] },
  ],
};
