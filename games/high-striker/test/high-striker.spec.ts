/** High Striker in a browser: strikes that win and lose, the keyboard, refusals, the proof, and the states by axe. */
import type { Page } from '@playwright/test';
import { expectAccessibleByNightAndDay } from '../../../e2e/accessible.ts';
import { createName, expect, expectSoundBooks, password, pillCoins, test } from '../../../e2e/fixtures.ts';

const swing = (page: Page) => page.getByRole('button', { name: 'Swing' });
const stage = (page: Page) => page.locator('[data-part="stage"]');
const targetField = (page: Page) => page.getByRole('textbox', { name: 'Target' });
const history = (page: Page) => page.getByRole('list', { name: 'Your Strikes' }).getByRole('listitem');

/** Strikes once, and returns how it ended. */
const strike = async (page: Page): Promise<string> => {
  const answer = page.waitForResponse('**/api/highStriker/create');
  await swing(page).click();
  const { game } = (await (await answer).json()) as { game: { outcome: string } };
  await expect(stage(page)).toHaveAttribute('data-phase', game.outcome);
  return game.outcome;
};

test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games/high-striker');
  await expect(swing(page)).toBeEnabled();
});

test('pays a win and takes a loss in agreement with the ledger', async ({ page, site }) => {
  await expect(page).toHaveTitle('High Striker – Fairground');
  await expect(page.getByText('Reached 49 times in 100. A win pays 200 coins.')).toBeVisible();
  await expect(page.getByText('No strikes yet.')).toBeVisible();
  await targetField(page).fill('1.5');
  await expect(page.getByText('Reached 65.3 times in 100. A win pays 150 coins.')).toBeVisible();
  let coins = await pillCoins(page);
  const seen = new Set<string>();
  for (let strikes = 1; seen.size < 2; strikes++) {
    expect(strikes, 'both outcomes come in thirty strikes').toBeLessThan(30);
    const outcome = await strike(page);
    seen.add(outcome);
    coins += outcome === 'won' ? 50 : -100;
    await expect.poll(() => pillCoins(page)).toBe(coins);
    if (outcome === 'won') {
      await expect(stage(page)).toContainText('You won 150 coins!');
      await expect(page.getByRole('status').filter({ hasText: 'You won 150 coins.' })).toHaveCount(1);
      await expect(history(page).first()).toContainText('Win 150 (net +50)');
    } else {
      await expect(stage(page)).toContainText('Short of 1.50x');
      await expect(page.getByRole('status').filter({ hasText: 'You lost 100 coins.' })).toHaveCount(1);
      await expect(history(page).first()).toContainText('Loss 100');
    }
  }
  await expectAccessibleByNightAndDay(page, 'a strike that landed');
  await expectSoundBooks(site);
});

test(
  'can be played with the keyboard only, and refuses a target out of range',
  { tag: '@desktop' },
  async ({ page }) => {
    await targetField(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1.005');
    await expect(
      page.getByText('Set a target from 1.01x to 1,000x, with at most two decimals.'),
    ).toBeVisible();
    await expect(swing(page)).toBeDisabled();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('3,5');
    await expect(page.getByText('A win pays 350 coins.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(stage(page)).toHaveAttribute('data-phase', /^(won|lost)$/);
    await expect(history(page)).toHaveCount(1);
    await page.getByRole('button', { name: '10x', exact: true }).focus();
    await page.keyboard.press('Space');
    await expect(targetField(page)).toHaveValue('10.00');
  },
);

test(
  'opens the proof of a strike after the seed is rotated',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await strike(page);
    const rotated = await page.context().request.post('/api/fairness/seeds/rotate', {
      data: { clientSeed: 'browser_striker' },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(rotated.status()).toBe(200);
    await page.getByRole('link', { name: 'Check' }).click();
    await expect(page).toHaveURL(/\/fairness\?game=highStriker&id=\d+/);
    await expect(page.getByText('How high the puck flew in strike', { exact: false })).toBeVisible();
  },
);

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('shows the outcome after the flight of the puck', { tag: ['@phone', '@slow'] }, async ({ page }) => {
    await expect.poll(() => pillCoins(page), 'the header is loaded').toBe(1_000);
    const phases = stage(page);
    await phases.evaluate((element) => {
      const seen: string[] = [];
      const balances: (string | null)[] = [];
      Object.assign(window, { seenPhases: seen, balancesInFlight: balances });
      const note = () => {
        const phase = element.getAttribute('data-phase') ?? '';
        if (seen.at(-1) !== phase) seen.push(phase);
        const pill = document.querySelector('[data-balance]');
        if (phase === 'flying') balances.push(pill?.getAttribute('aria-label') ?? null);
      };
      new MutationObserver(note).observe(document.body, {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      });
    });
    const outcome = await strike(page);
    await expect.poll(() => pillCoins(page)).toBe(outcome === 'won' ? 1_100 : 900);
    const inFlight = await page.evaluate(
      () => (window as unknown as { balancesInFlight: string[] }).balancesInFlight,
    );
    expect(new Set(inFlight), 'the balance waits for the puck').toEqual(new Set(['Balance: 1,000 coins']));
    const seen = await page.evaluate(() => (window as unknown as { seenPhases: string[] }).seenPhases);
    expect(seen.filter((phase) => phase === 'flying')).toHaveLength(1);
    expect(seen.at(-1)).toMatch(/^(won|lost)$/);
  });
});

test.describe('another player who signs in in a second tab', () => {
  test.use({ expectedErrors: [/409/] });

  test('is not charged for what is pressed in the first one', { tag: '@desktop' }, async ({ page, site }) => {
    const otherName = createName();
    const other = await page.context().newPage();
    // The browser has a session by now, so that the call must say where it comes from.
    const registered = await page.context().request.post('/api/auth/register', {
      data: { username: otherName, email: `${otherName}@example.org`, password, adult: true },
      headers: { origin: site.url },
    });
    expect(registered.status()).toBe(201);
    await other.goto('/games/high-striker');
    await expect(swing(other)).toBeEnabled();
    const coins = await pillCoins(other);

    const refused = page.waitForResponse((response) => response.url().endsWith('/api/highStriker/create'));
    await swing(page).click();
    expect((await refused).status()).toBe(409);
    await expect(page.getByRole('heading', { name: `${otherName} is signed in now` })).toBeVisible();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('button', { name: `Account of ${otherName}` })).toBeVisible();
    expect(await pillCoins(page)).toBe(coins);
    await other.reload();
    expect(await pillCoins(other)).toBe(coins);
    await expect(history(other)).toHaveCount(0);
  });
});
