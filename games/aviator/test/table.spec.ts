/** The live table: what other players do in the round, on the page of one who only watches. */
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../../../e2e/accessible.ts';
import { longestFlightMs } from '../../../e2e/aviator-steps.ts';
import { expect, test } from '../../../e2e/fixtures.ts';

const tablePart = (page: Page) => page.locator('[data-part=table]');
const rowOf = (page: Page, name: string) => tablePart(page).getByRole('row').filter({ hasText: name });

/** Bets in the next round that takes it. */
const bet = async (request: APIRequestContext, data: object): Promise<void> => {
  await expect
    .poll(async () => (await request.post('/api/aviator/create', { data })).status(), {
      timeout: 2 * longestFlightMs,
    })
    .toBe(201);
};

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
  await expect.poll(isCashedOut, { timeout: 6 * longestFlightMs }).toBe(true);
  await expect(tablePart(page)).not.toContainText(other.username);
  await expectAccessible(page, 'with bets on the table');
});

test('switches the signs off by one press, and remembers it', async ({ page, signIn, createPlayer }) => {
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
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' });

  test('shows the table in the language of the page', async ({ page, signIn, createPlayer }) => {
    const { request, username } = await createPlayer();
    await signIn();
    await page.goto('/games/aviator');
    await expect(page.getByRole('region', { name: 'Esta ronda' })).toBeVisible();
    await bet(request, { amount: 30 });
    await expect(rowOf(page, username)).toContainText('30', { timeout: longestFlightMs });
    await expect(tablePart(page).getByRole('columnheader', { name: 'Jugador' })).toBeVisible();
    await expect(tablePart(page)).toContainText(/\d jugador(es)?/);
    await expect(page.locator('footer')).toContainText(/\d jugador(es)? en la feria/);
  });
});

test(
  'a spectator receives the flight by the table and few messages',
  { tag: '@desktop' },
  async ({ page, signIn, createPlayer }) => {
    const { request } = await createPlayer();
    const received: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => received.push(String(payload))),
    );
    await signIn();
    await page.goto('/games/aviator');
    await bet(request, { amount: 20 });
    const flights = (): string[][] => {
      const all: string[][] = [];
      for (const text of received) {
        if (text.includes('"status":"ongoing"') && text.includes('"crashMultiplier":1,')) all.push([]);
        if (text.includes('"status":"finished"')) all.push([]);
        all.at(-1)?.push(text);
      }
      return all;
    };
    // Ticks of four a second would be among them.
    const longFlight = () =>
      flights().find((texts) => texts.filter((text) => text.includes('"multiplier":')).length > 3);
    await expect.poll(longFlight, { timeout: 6 * longestFlightMs }).toBeDefined();
    const texts = longFlight() ?? [];
    const ofTable = texts.filter((text) => text.includes('aviatorTable_response'));
    expect(texts.length).toBeLessThan(2 * ofTable.length);
  },
);

test(
  'hides the name at the table by a switch of the profile',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/profile');
    const hide = page.getByRole('checkbox', { name: 'Hide my name at the tables of the games' });
    await hide.check();
    await expect(hide).toBeChecked();
    await page.reload();
    await expect(hide).toBeChecked();
    await bet(page.request, { amount: 40 });
    await page.goto('/games/aviator');
    await expect(rowOf(page, 'A player')).toContainText('40', { timeout: longestFlightMs });
  },
);
