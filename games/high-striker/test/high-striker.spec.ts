/** High Striker in a browser: strikes that win and lose, the keyboard, refusals, the proof, and the states by axe. */
import type { Page } from '@playwright/test';
import { expectAccessibleByNightAndDay } from '../../../e2e/accessible.ts';
import { createName, expect, expectSoundBooks, password, pillCoins, test } from '../../../e2e/fixtures.ts';
import { betOnce, betUntilBoth, stageOf } from '../../../e2e/instant-steps.ts';
import { resize } from '../../../e2e/layout-steps.ts';

const swing = (page: Page) => page.getByRole('button', { name: 'Swing' });
const targetField = (page: Page) => page.getByRole('textbox', { name: 'Target' });
const history = (page: Page) => page.getByRole('list', { name: 'Your Strikes' }).getByRole('listitem');

test.use({ isRecorded: true });

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
  await betUntilBoth(page, 'highStriker', 'Swing', async ({ outcome, coinsWon }) => {
    expect(coinsWon).toBe(outcome === 'won' ? 150 : 0);
    await expect(stageOf(page)).toContainText(
      outcome === 'won' ? 'You won 150 coins! (net +50)' : 'Short of 1.50x',
    );
    const entry = outcome === 'won' ? 'Win 150 (net +50)' : 'Loss 100';
    await expect(history(page).first()).toContainText(entry);
  });
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
    await expect(stageOf(page)).toHaveAttribute('data-phase', /^(won|lost)$/);
    await expect(history(page)).toHaveCount(1);
    await page.getByRole('button', { name: '10x', exact: true }).focus();
    await page.keyboard.press('Space');
    await expect(targetField(page)).toHaveValue('10.00');
  },
);

test(
  'opens the proof of a strike after the seed is rotated',
  { tag: ['@desktop', '@nightly'] },
  async ({ page }) => {
    await betOnce(page, 'highStriker', 'Swing');
    const rotated = await page.context().request.post('/api/fairness/seeds/rotate', {
      data: { clientSeed: 'browser_striker' },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(rotated.status()).toBe(200);
    await page.getByRole('link', { name: 'Check' }).click();
    await expect(page).toHaveURL(/\/rounds\/highStriker\/\d+$/);
    await page.getByRole('link', { name: 'The complete proof' }).click();
    await expect(page).toHaveURL(/\/fairness\?game=highStriker&id=\d+/);
    await expect(page.getByText('How high the puck flew in strike', { exact: false })).toBeVisible();
  },
);

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

test('the docked controls leave the switches in sight on a phone', { tag: '@phone' }, async ({ page }) => {
  await resize(page, 360, 740);
  const row = (await page.getByRole('button', { name: 'Auto-play' }).boundingBox())!;
  const dock = (await swing(page).locator('xpath=ancestor::*[contains(@class, "controls")]').boundingBox())!;
  expect(row.y + row.height).toBeLessThanOrEqual(dock.y);
});
