/** A screen reader hears the end of a game once. */
import { expect, test } from '../../../e2e/fixtures.ts';
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
  await expect.poll(async () => (await spokenLines(page)).join()).toContain('Game Updated!');
  const won = (await spokenLines(page)).slice(before);
  expect(won.filter((line) => line.includes('You secured'))).toHaveLength(1);
  await playAgainButton(page).click();
  await begin(page);
  const between = (await spokenLines(page)).length;
  await turnUntilMine(page, 25);
  await expect.poll(async () => (await spokenLines(page)).slice(between).join()).toContain('Game Updated!');
  const lost = (await spokenLines(page)).slice(between);
  expect(lost.filter((line) => line.includes('You hit a mine!'))).toHaveLength(1);
});
