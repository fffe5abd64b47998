/** The console's page of the games: closing one for stakes shows on players' pages, and opening it again. */
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { signInStaff } from './console-steps.ts';
import { expect, test } from './fixtures.ts';

test.use({ expectedErrors: [/401|403|409/] });

test(
  'an operator closes a game, whose players are refused, and opens it again',
  { tag: '@phone' },
  async ({ page, context, site, createPlayer }) => {
    const player = await createPlayer();
    const strike = async () =>
      (await player.request.post('/api/highStriker/create', { data: { amount: 100, target: 2 } })).status();
    await signInStaff(context, site, 'operator');
    await page.goto('/console/games');
    await page.getByText('Close highStriker', { exact: true }).click();
    await page.getByLabel('Reason to close highStriker').fill('a wrong figure on its page');
    await page.getByRole('button', { name: 'Take no stakes' }).click();
    await expect(page.getByText(/^closed by staff-.*: a wrong figure on its page$/)).toBeVisible();
    await expect.poll(strike).toBe(409);
    await page
      .getByText(/^Newest rounds or draws/)
      .first()
      .click();
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'a closed game');
    await page.getByRole('button', { name: 'Open highStriker' }).click();
    await expect(page.getByText('Close highStriker', { exact: true })).toBeVisible();
    await expect.poll(strike).toBe(201);
  },
);
