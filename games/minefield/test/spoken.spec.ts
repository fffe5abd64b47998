/** A screen reader hears the end of a game once. */
import { expect, test, toastOf } from '../../../e2e/fixtures.ts';
import { recordSpoken, spokenLines } from '../../../e2e/spoken-lines.ts';
import {
  begin,
  cashOutButton,
  openMeadow,
  playAgainButton,
  playUntilGems,
  turnUntilMine,
} from './page-steps.ts';

test('a win and a lost game are each said once', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  await recordSpoken(page);
  await openMeadow(page);
  await playUntilGems(page, 1);
  const before = (await spokenLines(page)).length;
  await cashOutButton(page).click();
  await expect(toastOf(page, 'Game Updated!')).toBeVisible();
  await expect.poll(async () => (await spokenLines(page)).slice(before).join()).toContain('You secured');
  await playAgainButton(page).click();
  await begin(page);
  await turnUntilMine(page, 25);
  await expect.poll(async () => (await spokenLines(page)).slice(before).join()).toContain('You hit a mine!');
  await expect(toastOf(page, 'Game Updated!').last()).toBeVisible();
  // Longer than a toast takes to be said.
  await page.waitForTimeout(1_500);
  // Games before were played until one had a gem.
  const said = (await spokenLines(page)).slice(before);
  for (const end of ['You secured', 'You hit a mine!'])
    expect(said.filter((line) => line.includes(end))).toHaveLength(1);
  expect(said.join(), 'shown alone: the end of the game has been said').not.toContain('Game Updated!');
});
