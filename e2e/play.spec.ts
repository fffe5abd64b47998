/** /profile/play: plots, their tables and keys, the list, and its file. */
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test('shows where coins came from and went, by eye, by keyboard and as a file', async ({
  page,
  context,
  signIn,
  site,
}) => {
  await signIn();
  for (let bet = 0; bet < 6; bet++) {
    const answer = await context.request.post('/api/highStriker/create', {
      data: { amount: 100, target: 1.5 },
      headers: { origin: site.url },
    });
    // Without luck the coins are gone before.
    if (answer.status() !== 201) break;
  }
  await page.goto('/profile');
  const onProfile = page.getByRole('slider', { name: 'Net of bets, day by day' });
  await page.getByRole('heading', { name: 'Ticket history' }).scrollIntoViewIfNeeded();
  await expect(onProfile.locator('canvas')).toBeVisible();
  await page.getByRole('link', { name: 'All my bets' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My bets' })).toBeVisible();

  const change = page.getByRole('slider', { name: 'Net of bets, day by day' });
  await expect(change.locator('canvas')).toBeVisible();
  const last = await change.getAttribute('aria-valuetext');
  await change.press('ArrowLeft');
  await expect(change).toHaveAttribute('aria-valuetext', /: 0$/);
  await change.press('End');
  await expect(change).toHaveAttribute('aria-valuetext', last ?? '');
  await page.getByText('Show as a table').first().click();
  const days = page.getByRole('table', { name: 'Net of bets, day by day' });
  await expect(days.getByRole('row')).toHaveCount(31);

  const movements = page.getByRole('table', { name: 'Movements' });
  await expect(movements.getByRole('rowheader', { name: /^Welcome coins/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Game' }).selectOption('Welcome coins');
  await expect(movements.getByRole('row')).toHaveCount(2);
  await expect(change).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('fairground-play.csv');
});

for (const language of ['C', 'en-US@posix'])
  test(
    `draws its plots where the browser's language is ${language}`,
    { tag: '@desktop' },
    async ({ page, signIn }) => {
      await page.addInitScript((tag) => {
        Object.defineProperty(navigator, 'language', { value: tag });
        Object.defineProperty(navigator, 'languages', { value: [tag] });
      }, language);
      await signIn();
      await page.goto('/profile/play');
      await expect(page.getByRole('slider', { name: 'Net by source' }).locator('canvas')).toBeVisible();
      await page.goto(
        '/lab?game=highStriker&target=2.00&rule=martingale&stake=100&balance=1000&rounds=10&seed=7',
      );
      await expect(page.getByRole('slider', { name: 'Coins at the end' }).locator('canvas')).toBeVisible();
    },
  );

test.describe('without its drawings', { tag: '@desktop' }, () => {
  test.use({ expectedErrors: [/does not draw/] });

  test('keeps its figures and tables', async ({ page, signIn }) => {
    await page.route(/\/assets\/drawing[^/]*\.js/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("does not draw");' }),
    );
    await signIn();
    const reported = page.waitForRequest('**/api/client-errors');
    await page.goto('/profile/play');
    expect((await reported).postDataJSON()).toMatchObject({ message: 'does not draw' });
    await page.getByText('Show as a table').first().click();
    await expect(page.getByRole('rowheader', { name: 'Welcome coins' }).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'My bets' })).toBeVisible();
  });
});
