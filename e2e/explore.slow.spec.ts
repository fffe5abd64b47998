/**
 * A random walk finds nothing wrong, and finds what is planted. `EXPLORE_STEPS=1000 npx playwright test -c
 * e2e/playwright.config.ts explore` walks for ten minutes or more at each size; `EXPLORE_SEED` repeats a walk.
 */
import type { Page } from '@playwright/test';
import { gamePages } from '../games/test/sweeps.ts';
import { prepareWalk, walkAtRandom } from './explorer.ts';
import { expect, test } from './fixtures.ts';

const steps = Number(process.env['EXPLORE_STEPS'] ?? 60);
const seed = Number(process.env['EXPLORE_SEED'] ?? 185_114);
const starts = [
  '/games',
  ...gamePages.map(({ path }) => path),
  '/profile',
  '/leaderboard',
  '/fairness',
  '/lab',
];

// Random choices are refused now and then: a taken name, too few coins, a draw that has closed.
test.use({ expectedErrors: [/status of 4\d\d/] });

test('a player who presses anything finds no fault', async ({ page, signIn }) => {
  test.setTimeout(600_000 + 2_000 * steps);
  await signIn();
  await prepareWalk(page);
  const walk = await walkAtRandom(page, { seed, steps, starts });
  console.log(`seed ${seed}: ${walk.paths.size} addresses, ${walk.pressed.size} controls`);
  expect(walk.paths.size).toBeGreaterThan(5);
  // A long walk comes to the same controls again.
  expect(walk.pressed.size).toBeGreaterThan(Math.min(steps / 4, 100));
});

interface PlantedFault {
  fault: RegExp;
  plant(page: Page): Promise<unknown>;
}

const plantScript = (script: () => void) => (page: Page) => page.addInitScript(script);

const planted: Record<string, PlantedFault> = {
  'a balance that is not in the ledger': {
    fault: /the balance is not that of the ledger/,
    plant: (page) =>
      page.route('**/api/user/me', async (route) => {
        const response = await route.fetch();
        const user = (await response.json()) as { coins: number };
        await route.fulfill({ response, json: { ...user, coins: user.coins + 1 } });
      }),
  },
  'buttons and links that do nothing': {
    fault: /does nothing/,
    plant: plantScript(() => {
      for (const type of ['click', 'keydown', 'pointerdown', 'mousedown'])
        window.addEventListener(
          type,
          (event) => {
            event.preventDefault();
            event.stopImmediatePropagation();
          },
          { capture: true },
        );
    }),
  },
  'a layer over the page': {
    fault: /cannot be pressed/,
    plant: plantScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const layer = document.createElement('div');
        layer.style.cssText = 'position:fixed;inset:0;z-index:9999';
        document.documentElement.append(layer);
      });
    }),
  },
  'a focus that is lost': {
    fault: /the focus is lost/,
    plant: plantScript(() => {
      window.addEventListener('keyup', ({ target }) =>
        setTimeout(() => target instanceof HTMLElement && target.blur(), 20),
      );
    }),
  },
  'a page that does not go back': {
    fault: /back does not lead to/,
    plant: plantScript(() => {
      window.addEventListener('popstate', (event) => event.stopImmediatePropagation(), { capture: true });
    }),
  },
  'an error that nobody sees': {
    fault: /the page threw: Error: planted/,
    plant: plantScript(() => {
      window.addEventListener('keyup', () => {
        throw new Error('planted');
      });
    }),
  },
  'a page that breaks': {
    fault: /the page shows “Page Not Found”/,
    plant: plantScript(() => {
      window.addEventListener('keyup', () => {
        history.pushState(null, '', '/nowhere');
        window.dispatchEvent(new PopStateEvent('popstate'));
      });
    }),
  },
};

test.describe('a walk finds', { tag: ['@desktop', '@nightly'] }, () => {
  test.use({ expectedErrors: [/status of 4\d\d|planted/] });
  for (const [name, { fault, plant }] of Object.entries(planted))
    test(name, async ({ page, signIn }) => {
      await signIn();
      await prepareWalk(page);
      await plant(page);
      const walk = walkAtRandom(page, { seed: 11, steps: 200, starts: ['/profile', '/leaderboard'] });
      await expect(walk).rejects.toThrow(fault);
    });
});
