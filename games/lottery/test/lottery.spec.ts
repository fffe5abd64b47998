/** The lottery's page between draws: the keyboard, a failed push, and the size of its controls. */
import type { LatestDraw, LotteryStatus } from '@fairground/game-lottery/contract';
import { expect, test } from '../../../e2e/fixtures.ts';
import { controlLiveConnection, failedPush, pushed } from '../../../e2e/live-connection.ts';
import { openLottery, placeBidButton, stamp, tickets } from './page-steps.ts';

test('a ticket is bought by keyboard alone', { tag: '@desktop' }, async ({ page, signIn }) => {
  await signIn();
  await openLottery(page);
  await stamp(page, 1).focus();
  await page.keyboard.press('Space');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'End']) {
    await page.keyboard.press(key);
    await page.keyboard.press('Space');
  }
  // 1, 2, 3, 10, 9, 49
  await expect(page.locator('[data-number][aria-pressed="true"]')).toHaveText([
    '1',
    '2',
    '3',
    '9',
    '10',
    '49',
  ]);
  await expect(stamp(page, 49)).toBeFocused();
  const outline = await stamp(page, 49).evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline, 'the focus can be seen').not.toBe('none');
  const isFocused = () => placeBidButton(page).evaluate((button) => button === document.activeElement);
  for (let steps = 0; steps < 20 && !(await isFocused()); steps++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(tickets(page)).toHaveCount(1);
  await expect(tickets(page).first()).toContainText('1, 2, 3, 9, 10, 49');
});

test(
  'reports a failed push until the next draw arrives',
  { tag: ['@phone', '@nightly'] },
  async ({ page, signIn }) => {
    await signIn();
    const connection = await controlLiveConnection(page);
    await openLottery(page);
    const notice = page.getByText('Error fetching latest draw');
    await expect(notice).toBeHidden();
    connection.mute(/"latestDraw_response"/);
    // A response to the page's own request clears the notice too, and may arrive only now.
    await expect(async () => {
      await connection.send(failedPush('latestDraw_response'));
      await expect(notice).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    const status = (await (await page.request.get('/api/lottery')).json()) as LotteryStatus;
    const { drawId = null, winningNumbers = null, drawnAt = null } = status.latest ?? {};
    const draw = { drawId, winningNumbers, drawnAt, next: status.next } satisfies LatestDraw;
    await connection.send(pushed('latestDraw_response', draw));
    await expect(notice).toBeHidden();
  },
);

test('fits the page, with controls large enough for a finger', async ({ page, signIn }) => {
  await signIn();
  await openLottery(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'nothing is cut off at the side').toBeLessThanOrEqual(0);
  const small = await page
    .getByRole('main')
    .locator('button:visible, a:visible')
    .evaluateAll((controls) =>
      controls
        // Links in running text have the height of their line.
        .filter((control) => !control.matches('p a'))
        .map((control) => ({ box: control.getBoundingClientRect(), text: control.textContent }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ text, box }) => `${text} ${box.width} x ${box.height}`),
    );
  expect(small).toEqual([]);
});
