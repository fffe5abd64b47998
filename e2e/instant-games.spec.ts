/** What every instant game shows while its scene moves. */
import { gamePages, gameSweeps } from '../games/test/sweeps.ts';
import { expect, mainButton, pillCoins, test } from './fixtures.ts';
import { betOnce, stageOf } from './instant-steps.ts';

const instantGames = gameSweeps.filter(({ vectors }) => vectors.includes('instant')).map(({ id }) => id);

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  for (const { id, path, button } of gamePages.filter((page) => instantGames.includes(page.id))) {
    test(`${id} shows result and balance once its scene has ended`, async ({ page, signIn }) => {
      await signIn();
      await page.goto(path);
      await expect(mainButton(page, button.en)).toBeEnabled();
      await expect.poll(() => pillCoins(page), 'the header is loaded').toBe(1_000);
      await stageOf(page).evaluate((stage) => {
        const phases: string[] = [];
        const balances: (string | null)[] = [];
        Object.assign(window, { phases, balances });
        const note = () => {
          const phase = stage.getAttribute('data-phase') ?? '';
          if (phases.at(-1) !== phase) phases.push(phase);
          const pill = document.querySelector('header [aria-label^="Balance"]');
          if (phase === 'moving') balances.push(pill?.getAttribute('aria-label') ?? null);
        };
        const everything = { attributes: true, characterData: true, childList: true, subtree: true };
        new MutationObserver(note).observe(document.body, everything);
      });
      const { outcome, amount, coinsWon } = await betOnce(page, id, button.en);
      await expect.poll(() => pillCoins(page)).toBe(1_000 + coinsWon - amount);
      const { phases, balances } = await page.evaluate(() => {
        const noted = window as unknown as Record<'phases' | 'balances', string[]>;
        return { phases: noted.phases, balances: noted.balances };
      });
      expect(new Set(balances), 'the balance waits for the scene').toEqual(new Set(['Balance: 1,000 coins']));
      expect(phases.filter((phase) => phase === 'moving')).toHaveLength(1);
      expect(phases.at(-1)).toBe(outcome);
    });
  }
});
