/** The console's page of the games: closing one for stakes shows on players' pages, and opening it again. */
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { signInStaff } from './console-steps.ts';
import { expect, expectSoundBooks, test } from './fixtures.ts';

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
    await page.getByText('Close High Striker', { exact: true }).click();
    await page.getByLabel('Reason to close High Striker').fill('a wrong figure on its page');
    await page.getByRole('button', { name: 'Take no stakes' }).click();
    await expect(page.getByText(/^closed by staff-.*: a wrong figure on its page$/)).toBeVisible();
    await expect.poll(strike).toBe(409);
    await page
      .getByText(/^Newest rounds or draws/)
      .first()
      .click();
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'a closed game');
    await page.getByRole('button', { name: 'Open High Striker' }).click();
    await expect(page.getByText('Close High Striker', { exact: true })).toBeVisible();
    await expect.poll(strike).toBe(201);
  },
);

test(
  'two operators void a draw, and its stakes come back',
  { tag: '@desktop' },
  async ({ page, context, browser, site, createPlayer }) => {
    const player = await createPlayer();
    const ticket = await player.request.post('/api/lottery/create', {
      data: { numbers: [1, 2, 3, 4, 5, 6], bid: 100 },
    });
    expect(ticket.status()).toBe(201);
    await signInStaff(context, site, 'operator');
    await page.goto('/console/games');
    await page.getByRole('button', { name: /^Void the round of \d.* of Lottery$/ }).click();
    await page.getByLabel(/^Reason to void the round of \d.* of Lottery$/).fill('a wrong figure on its page');
    await expectAccessibleByNightAndDay(page, 'a round to void');
    await page.getByRole('button', { name: 'Request to void it' }).click();
    await expect(page.getByText(/waits under Requests for another operator/)).toBeVisible();

    const second = await browser.newContext({ baseURL: site.url });
    await signInStaff(second, site, 'operator');
    const other = await second.newPage();
    await other.goto('/console/requests');
    const row = other
      .getByRole('table', { name: 'Open requests' })
      .getByRole('row')
      .filter({ hasText: /Void round .* of Lottery/ });
    await row.getByRole('button', { name: 'Approve' }).click();
    const decided = other.getByRole('table', { name: 'Decided requests' });
    await expect(decided.getByRole('row').filter({ hasText: /of Lottery/ })).toContainText('approved');
    await second.close();
    const me = (await (await player.request.get('/api/user/me')).json()) as { coins: number };
    expect(me.coins).toBe(1_000);
    // The page of the draw says why.
    const { ticket: bought } = (await ticket.json()) as { ticket: { drawId: string } };
    await page.goto(`/rounds/lottery/${bought.drawId}`);
    await expect(page.getByText('It is void because the operator ended it.')).toBeVisible();
    await expectSoundBooks(site);
  },
);
