/** Maintenance as players and operators see it. */
import { anyInstantGame as game } from '../games/test/sweeps.ts';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { longestFlightMs } from '../games/aviator/test/page-steps.ts';
import { signInStaff } from './console-steps.ts';
import { expect, mainButton, test } from './fixtures.ts';

test.use({ expectedErrors: [/401|403|409/] });

test(
  'an operator starts maintenance, which players read without a reload, and ends it',
  { tag: '@phone' },
  async ({ page, browser, site, signIn }) => {
    await signIn();
    await page.goto(game.path);
    const play = mainButton(page, game.button);
    await expect(play).toBeEnabled();

    const staffContext = await browser.newContext({ baseURL: site.url });
    await signInStaff(staffContext, site, 'operator');
    const staffPage = await staffContext.newPage();
    await staffPage.goto('/console/now');
    await staffPage.getByText('Start maintenance', { exact: true }).click();
    await staffPage.getByLabel('Reason', { exact: true }).fill('We move to a larger disk.');
    await staffPage.getByLabel('Reason in Spanish').fill('Nos pasamos a un disco más grande.');
    await staffPage.getByRole('button', { name: 'Take no stakes' }).click();
    await expect(
      staffPage.getByText(/^no stakes are taken since .*: We move to a larger disk\.$/),
    ).toBeVisible();

    const bar = page.getByRole('status', { name: 'Maintenance' });
    await expect(bar.getByText('We move to a larger disk.')).toBeVisible();
    await expect(play).toBeDisabled();
    // Once the flight that was on is over.
    await expect(bar.getByText('Closed for maintenance. Betting will be back.')).toBeVisible({
      timeout: longestFlightMs,
    });
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'a game during maintenance');
    await expectNoSidewaysScroll(staffPage);

    await bar.getByRole('button', { name: 'Close' }).click();
    await expect(bar.getByText('We move to a larger disk.')).toHaveCount(0);
    const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
    await visitor.goto('/');
    const line = visitor
      .getByRole('contentinfo')
      .getByText(/No new bets for now.*We move to a larger disk\.$/);
    await expect(line).toBeVisible();
    // It remains when the page becomes live.
    await visitor.getByRole('button', { name: 'Español' }).click();
    await expect(
      visitor.getByRole('contentinfo').getByText(/^Por ahora no se aceptan apuestas/),
    ).toBeVisible();
    await visitor.context().close();
    await page.context().addCookies([{ name: 'language', value: 'es', url: site.url }]);
    await page.reload();
    const spanish = page.getByRole('status', { name: 'Mantenimiento' });
    await expect(spanish.getByText('Nos pasamos a un disco más grande.')).toBeVisible();

    await staffPage.getByRole('button', { name: 'End maintenance' }).click();
    await expect(spanish.getByText('Nos pasamos a un disco más grande.')).toHaveCount(0);
    await staffContext.close();
  },
);
