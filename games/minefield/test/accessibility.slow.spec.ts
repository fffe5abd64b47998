import { expectAccessibleByNightAndDay } from '../../../e2e/accessible.ts';
import { expect, test } from '../../../e2e/fixtures.ts';
import { openMeadow, playAgainButton, playUntilGems, startButton, turnUntilMine } from './page-steps.ts';

test('no state of the meadow breaks a rule of accessibility', async ({ page, signIn }) => {
  await signIn();
  await openMeadow(page);
  await expect(startButton(page)).toBeEnabled();
  await expectAccessibleByNightAndDay(page, 'betting');
  await playUntilGems(page, 1);
  await expectAccessibleByNightAndDay(page, 'playing');
  await turnUntilMine(page, 25);
  await expect(playAgainButton(page)).toBeVisible();
  await expectAccessibleByNightAndDay(page, 'over');
});
