/**
 * The connection is lost in flight: nothing can be pressed that would have no effect, and what becomes of the
 * bet is said.
 */
import type { Page } from '@playwright/test';
import type { AviatorBet } from '../contract.ts';
import { controlLiveConnection } from '../../../e2e/live-connection.ts';
import { expect, test } from '../../../e2e/fixtures.ts';
import { betIsNotPlaced, flight, longestFlightMs, placeBet } from './page-steps.ts';

test.use({ expectedErrors: [/409 .*\/api\/aviator\/(create|cashout)/] });

const cashOutButton = (page: Page) => page.getByRole('button', { name: /^Cash Out/ });
const autoField = (page: Page) => page.getByRole('textbox', { name: /^Auto cash-out/ });
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

const newestBet = async (page: Page): Promise<AviatorBet | undefined> =>
  ((await (await page.request.get('/api/aviator/userHistory')).json()) as AviatorBet[])[0];

const settled = async (page: Page): Promise<AviatorBet> => {
  await expect
    .poll(async () => (await newestBet(page))?.outcome, { timeout: 2 * longestFlightMs })
    .not.toBe('pending');
  return (await newestBet(page))!;
};

/** Bets until the rocket flies with the bet. */
const flyWithBet = async (page: Page): Promise<void> => {
  for (let round = 0; round < 20; round += 1) {
    await placeBet(page);
    await expect(flight(page).or(betIsNotPlaced(page)).first()).toBeVisible({ timeout: longestFlightMs });
    if (await cashOutButton(page).isEnabled()) return;
    await expect(betIsNotPlaced(page)).toBeVisible({ timeout: longestFlightMs });
  }
  throw new Error('twenty rounds in a row crashed at once');
};

test.describe('a line that is lost', { tag: '@phone' }, () => {
  test('takes the cash-out away, says that the bet flies on, and later that it was lost, once', async ({
    page,
    signIn,
  }) => {
    await signIn();
    const connection = await controlLiveConnection(page);
    await page.goto('/games/aviator');
    await flyWithBet(page);
    await connection.cut();
    await expect(cashOutButton(page)).toBeDisabled();
    await expect(cashOutButton(page)).toHaveText('Cash Out');
    await expect(
      said(page, 'Without the connection you cannot cash out: your bet flies on until the crash.'),
    ).toBeVisible();
    const { crashMultiplier } = await settled(page);
    connection.restore();
    const lost = said(page, `Your bet was lost at ${crashMultiplier?.toFixed(2)}x.`);
    await expect(lost).toBeVisible();
    await expect(page.getByText(/flies on until the crash/)).toHaveCount(0);
    await placeBet(page);
    await expect(lost, 'until the next bet').toHaveCount(0);
  });

  test('leaves an automatic cash-out at work, and says so, and what it paid', async ({ page, signIn }) => {
    await signIn();
    const connection = await controlLiveConnection(page);
    await page.goto('/games/aviator');
    await expect(autoField(page)).toBeEnabled({ timeout: longestFlightMs });
    await autoField(page).fill('3');
    await flyWithBet(page);
    await connection.cut();
    await expect(
      said(page, 'The connection is lost. Your auto cash-out at 3.00x still works.'),
    ).toBeVisible();
    const { outcome, amountWon, crashMultiplier } = await settled(page);
    connection.restore();
    // Where the end of the round was pushed when the connection came back, the usual toast says it.
    const paid = new RegExp(
      `cashed out at 3\\.00x: ${amountWon} coins|cashed out ${amountWon} coins with a multiplier of 3\\.00`,
    );
    const lost = `Your bet was lost at ${crashMultiplier?.toFixed(2)}x.`;
    await expect(page.getByText(outcome === 'win' ? paid : lost).first()).toBeVisible();
  });
});

test(
  'a cash-out shows no further figure while its answer is awaited',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games/aviator');
    // Low enough for several flights: some crash before the press.
    await page.getByRole('textbox', { name: 'Bet' }).fill('100');
    await flyWithBet(page);
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/aviator/cashout', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const figures = await page.evaluate(async () => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent.startsWith('Cash Out'),
      )!;
      button.click();
      const seen = new Set<string>();
      for (let frame = 0; frame < 60; frame += 1) {
        await new Promise((drawn) => requestAnimationFrame(drawn));
        // The press is rendered in the first frames.
        // One without a figure is that of a flight that has crashed, as where the frames take seconds.
        const text = button.textContent;
        if (frame > 2 && button.ariaBusy === 'true' && /\d/.test(text)) seen.add(text);
      }
      return [...seen];
    });
    expect(figures).toHaveLength(1);
    answer.resolve();
  },
);
