import { press, until } from '../../../e2e/engines/steps.ts';
import type { GameSweep } from '../../../e2e/engines/walk.ts';

const faceOf = (tileId: string): string | undefined =>
  document.querySelector<HTMLElement>(`[data-tile="${tileId}"]`)?.dataset['face'];

export const sweep: GameSweep = {
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
};
