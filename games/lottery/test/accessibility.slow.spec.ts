/** The lottery on a site that draws twice a minute: no state of a ticket breaks a rule of accessibility. */
import { expectAccessibleByNightAndDay } from '../../../e2e/accessible.ts';
import { expect, test } from '../../../e2e/fixtures.ts';
import { drawsWithinMs, freshDraw, openLottery, placeBidButton, punch, tickets } from './page-steps.ts';

test.use({ siteKind: 'drawing' });

test('the lottery is accessible by night and by day, with and without tickets', async ({ page, signIn }) => {
  await signIn();
  await openLottery(page);
  await punch(page, [4, 11, 19, 26, 38, 45]);
  await expectAccessibleByNightAndDay(page, 'punched');
  await freshDraw(page);
  await placeBidButton(page).click();
  await expect(tickets(page).first()).toContainText('Pending');
  await expect(page.getByText('Your ticket in the last draw')).toBeVisible({ timeout: drawsWithinMs });
  await tickets(page)
    .first()
    .getByRole('button', { name: /^Check that ticket/ })
    .click();
  await expect(tickets(page).first()).toContainText('Checked here');
  await expectAccessibleByNightAndDay(page, 'drawn');
});
