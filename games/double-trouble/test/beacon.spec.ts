/** What a page says of a game that is closed without the beacon. */
import { expect, test } from '../../../e2e/fixtures.ts';

test('a game that is closed without the beacon says so', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  await page.route('**/api/games/closed', (route) =>
    route.fulfill({ json: { games: ['doubleTrouble'], withoutBeacon: ['doubleTrouble'] } }),
  );
  await page.goto('/games/double-trouble');
  await expect(
    page.getByRole('alert').filter({ hasText: 'This game is closed until the public beacon answers again' }),
  ).toBeVisible();
});
