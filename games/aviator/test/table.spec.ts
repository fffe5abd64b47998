/** The live table: what other players do in the round, on the page of one who only watches. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../../e2e/accessible.ts';
import { bet, longestFlightMs } from './page-steps.ts';
import { expect, test } from '../../../e2e/fixtures.ts';
import { controlLiveConnection, pushed } from '../../../e2e/live-connection.ts';
import type { AviatorTable } from '../table-contract.ts';

const tablePart = (page: Page) => page.locator('[data-part=table]');
const rowOf = (page: Page, name: string) => tablePart(page).getByRole('row').filter({ hasText: name });

test('shows the bets of others and their cash-outs as they happen', async ({
  page,
  signIn,
  createPlayer,
}) => {
  const [one, other] = await Promise.all([createPlayer(), createPlayer()]);
  await other.request.post('/api/user/visibility', { data: { hideName: true } });
  await signIn();
  await page.goto('/games/aviator');
  await expect(page.getByRole('region', { name: 'This round' })).toBeVisible();
  // A round may crash before 1.01x.
  const isCashedOut = async (): Promise<boolean> => {
    await bet(other.request, { amount: 20 });
    await bet(one.request, { amount: 500, autoCashOut: 1.01 });
    const row = rowOf(page, one.username);
    await expect(row).toContainText('500', { timeout: longestFlightMs });
    await expect(row).toContainText(/1\.01x|Lost/, { timeout: longestFlightMs });
    return (await row.textContent())?.includes('1.01x') === true;
  };
  await expect.poll(isCashedOut, { timeout: 2 * longestFlightMs }).toBe(true);
  await expect(tablePart(page)).not.toContainText(other.username);
  await expectAccessible(page, 'with bets on the table');
});

test(
  'switches the signs off by one press, and remembers it',
  { tag: ['@phone', '@nightly'] },
  async ({ page, signIn, createPlayer }) => {
    const { request } = await createPlayer();
    await signIn();
    await page.goto('/games/aviator');
    await bet(request, { amount: 20 });
    const star = page.getByRole('button', { name: 'Send a star' });
    await star.click({ timeout: longestFlightMs });
    await expect(page.locator('[data-part=signs] svg').first()).toBeVisible();
    await expect(star).toHaveAttribute('aria-disabled', 'true');
    const signs = page.getByRole('button', { name: 'Signs' });
    await expect(signs).toHaveAttribute('aria-pressed', 'true');
    await signs.click();
    await expect(signs).toHaveAttribute('aria-pressed', 'false');
    await expect(star).toBeHidden();
    await expect(page.locator('[data-part=signs]')).toBeHidden();
    await page.reload();
    await bet(request, { amount: 20 });
    await expect(signs).toHaveAttribute('aria-pressed', 'false', { timeout: longestFlightMs });
    await expect(star).toBeHidden();
  },
);

/** As the site sends it. */
const table: AviatorTable = {
  roundId: '7',
  players: 1,
  staked: 30,
  cashedOut: 0,
  bets: [{ id: '1', name: 'lucia', amount: 30 }],
};

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' });

  test(
    'shows the table in the language of the page',
    { tag: ['@phone', '@nightly'] },
    async ({ page, signIn }) => {
      const connection = await controlLiveConnection(page);
      connection.mute(/aviatorTable_response/);
      await signIn();
      await page.goto('/games/aviator');
      await expect(page.getByRole('region', { name: 'Esta ronda' })).toBeVisible();
      await connection.send(pushed('aviatorTable_response', table));
      await expect(rowOf(page, 'lucia')).toContainText('30');
      await expect(tablePart(page).getByRole('columnheader', { name: 'Jugador' })).toBeVisible();
      await expect(tablePart(page)).toContainText(/\d jugador(es)?/);
      await expect(page.locator('footer')).toContainText(/(solo tú|\d jugadores) en la feria/);
    },
  );
});

test(
  'hides the name at the table by a switch of the account',
  { tag: ['@desktop', '@nightly'] },
  async ({ page, signIn, site }) => {
    const name = await signIn();
    await page.goto('/profile/data');
    const hide = page.getByRole('checkbox', { name: "Hide my name at the games' tables" });
    // A choice shows before it is stored.
    const stored = page.waitForResponse('**/api/user/visibility');
    await hide.check();
    await expect(hide).toBeChecked();
    await stored;
    await page.reload();
    await expect(hide).toBeChecked();
    await bet(page.request, { amount: 40 }, { origin: site.url });
    await page.goto('/games/aviator');
    await expect(tablePart(page)).toContainText('40 coins staked', { timeout: longestFlightMs });
    await expect(tablePart(page)).not.toContainText(name);
  },
);
