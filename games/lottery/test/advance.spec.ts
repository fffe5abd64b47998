/** Favourite numbers, and tickets for several draws ahead. */
import { expect, expectSoundBooks, pillCoins, test, toastOf } from '../../../e2e/fixtures.ts';
import { openLottery, placeBidButton, punch, stamp, tickets } from './page-steps.ts';

test.use({ isRecorded: true });

test('numbers are stored, punched by one press, and bought for several draws', async ({
  page,
  signIn,
  site,
}) => {
  const username = await signIn();
  await openLottery(page);
  const before = await pillCoins(page);
  const favourites = page.getByRole('region', { name: 'Favorites' });
  const store = favourites.getByRole('button', { name: 'Save your six' });
  await expect(store).toBeDisabled();
  await punch(page, [3, 11, 19, 26, 38, 45]);
  await stamp(page, 45).hover();
  await expect(stamp(page, 45).locator('circle').first(), 'a punched number can be read').toHaveCSS(
    'fill',
    'none',
  );
  await store.click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(placeBidButton(page)).toBeDisabled();
  await favourites.getByRole('button', { name: 'Pick 3, 11, 19, 26, 38, 45' }).click();
  await expect(stamp(page, 45)).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('combobox', { name: 'Draws' }).selectOption('3 draws');
  await expect(page.getByText('3 draws at 10 coins each: 30 coins now.')).toBeVisible();
  await page.getByRole('button', { name: 'Place 3 Bids' }).click();
  await expect(toastOf(page, '3 tickets bought')).toBeVisible();
  const ahead = tickets(page);
  await expect(ahead).toHaveCount(3);
  await expect(ahead.getByText('Pending', { exact: true })).toHaveCount(3);
  await expect(page.getByText('No tickets yet.')).toHaveCount(0);
  expect(await pillCoins(page)).toBe(before - 30);

  await ahead
    .nth(1)
    .getByRole('button', { name: /^Return 3, 11/ })
    .click();
  await expect(ahead).toHaveCount(2);
  await expect(toastOf(page, 'Ticket returned')).toBeVisible();
  await expect.poll(() => pillCoins(page)).toBe(before - 20);
  await page.reload();
  await expect(ahead).toHaveCount(2);
  await favourites.getByRole('button', { name: /^Remove 3, 11/ }).click();
  await expect(favourites.getByRole('button', { name: /^Pick/ })).toHaveCount(0);

  const history = page.getByRole('region', { name: 'Ticket history' }).getByText('Pending', { exact: true });
  await page.goto('/profile');
  await expect(history, 'on the own profile').toHaveCount(2);
  await page.goto(`/user/${username}`);
  await expect(history, 'on the page that others see').toHaveCount(2);
  await expect(page.getByText('Tickets Played').locator('xpath=..')).toContainText('2');
  await expectSoundBooks(site);
});
