/** What every instant game shows while its scene moves. */
import { gamePages, gameSweeps } from '../games/test/sweeps.ts';
import { expect, mainButton, pillCoins, test } from './fixtures.ts';
import { betOnce, stageOf } from './instant-steps.ts';

const instantGames = gameSweeps.filter(({ vectors }) => vectors.includes('instant')).map(({ id }) => id);

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  const [striker] = gamePages.filter((page) => instantGames.includes(page.id));
  test('the instant mode shows results without a scene, and a held key bets again', async ({
    page,
    signIn,
  }) => {
    const { id, path, button } = striker!;
    await signIn();
    await page.goto(path);
    await page.getByRole('checkbox', { name: 'Instant' }).check();
    await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const phases: string[] = [];
      Object.assign(window, { phases });
      const note = () =>
        phases.push(document.querySelector('[data-part=stage]')?.getAttribute('data-phase') ?? '');
      new MutationObserver(note).observe(heading.ownerDocument.body, { attributes: true, subtree: true });
    });
    const times: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`/api/${id}/create`)) times.push(request.timing().startTime || Date.now());
    });
    await expect(async () => {
      for (let count = 0; count < 20; count++) await page.keyboard.down('b');
      expect(times.length).toBeGreaterThan(2);
    }).toPass();
    await page.keyboard.up('b');
    await expect(mainButton(page, button.en)).toBeEnabled();
    const count = times.length;
    await expect(page.getByRole('listitem').filter({ hasText: /Win|Loss/ })).toHaveCount(Math.min(count, 10));
    const phases = await page.evaluate(() => (window as unknown as { phases: string[] }).phases);
    expect(phases).not.toContain('moving');
    expect(phases).not.toContain('placing');
    expect((Math.max(...times) - Math.min(...times)) / (count - 1), 'at most every 150 ms').toBeGreaterThan(
      140,
    );
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'Instant' })).toBeChecked();
  });

  const celebrations: [string, number, string | null][] = [
    ['the stake back', 1, null],
    ['a small win', 1.5, 'small'],
    ['ten times the stake', 10, 'large'],
  ];
  for (const [what, multiple, kind] of celebrations) {
    test(`${what} is ${kind === null ? 'not celebrated' : `a ${kind} celebration, which ends`}`, async ({
      page,
      signIn,
    }) => {
      const { id, path, button } = striker!;
      await signIn();
      await page.route(`**/api/${id}/create`, async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { game: { amount: number } };
        const coinsWon = answer.game.amount * multiple;
        await route.fulfill({ json: { ...answer, game: { ...answer.game, outcome: 'won', coinsWon } } });
      });
      await page.addInitScript(() => {
        const seen: string[] = [];
        Object.assign(window, { seen });
        new MutationObserver(() => {
          const kind = document.querySelector<HTMLElement>('[data-celebration]')?.dataset['celebration'];
          if (kind !== undefined && seen.at(-1) !== kind) seen.push(kind);
        }).observe(document, { childList: true, subtree: true });
      });
      await page.goto(path);
      await mainButton(page, button.en).click();
      await expect(stageOf(page)).toHaveAttribute('data-phase', 'won');
      const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
      if (kind !== null) await expect.poll(seen).toEqual([kind]);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[data-celebration]')).toHaveCount(0);
      expect(await seen()).toEqual(kind === null ? [] : [kind]);
    });
  }

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
