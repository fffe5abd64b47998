/** No page breaks a rule of accessibility, by night or by day. */
import type { AviatorCountdown, AviatorDrawResult } from '@fairground/game-aviator/contract';
import { betIsNotPlaced, countdown, crash, flight } from './aviator-steps.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessibleByNightAndDay, expectPageAccessible } from './accessible.ts';
import { controlLiveConnection, pushed } from './live-connection.ts';
import { openMeadow, playAgainButton, playUntilGems, startButton, turnUntilMine } from './minefield-steps.ts';

test.use({ expectedErrors: [/404/] });

for (const path of [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/offline',
  '/no/such/stall',
]) {
  test(`${path} is accessible`, async ({ page }) => {
    await expectPageAccessible(page, path);
  });
}

test('/games is accessible', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleByNightAndDay(page, '/games');
});

test('Aviator is accessible while it waits, while it flies, and when it has crashed', async ({
  page,
  signIn,
}) => {
  await signIn();
  // Sent by the test, so that each state lasts while it is checked.
  const connection = await controlLiveConnection(page);
  connection.mute(/"aviator/);
  const flown = (status: AviatorDrawResult['status']): string =>
    pushed('aviatorDrawResult_response', {
      roundId: '7',
      status,
      crashMultiplier: 1.32,
      startedAt: new Date().toISOString(),
      growthPerMs: 0.0001,
    } satisfies AviatorDrawResult);
  await page.goto('/games/aviator');
  await expect(betIsNotPlaced(page)).toBeVisible();

  await connection.send(flown('ongoing'));
  await expect(flight(page)).toBeVisible();
  await expectAccessibleByNightAndDay(page, 'flying');
  await connection.send(flown('finished'));
  await expect(crash(page)).toBeVisible();
  await expectAccessibleByNightAndDay(page, 'crashed');
  await connection.send(
    pushed('aviatorCountdown_response', {
      roundId: '8',
      countdown: 4,
      startsAt: new Date(Date.now() + 4000).toISOString(),
      commitment: '5a'.repeat(32),
    } satisfies AviatorCountdown),
  );
  await expect(countdown(page)).toBeVisible();
  await expectAccessibleByNightAndDay(page, 'waiting');
});

for (const path of ['/leaderboard', '/profile', '/user/', '/limits']) {
  test(`${path} is accessible, and so are its dialogs`, async ({ page, signIn }) => {
    const username = await signIn();
    await page.goto(path === '/user/' ? `/user/${username}` : path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expectAccessibleByNightAndDay(page, path);
    if (path !== '/profile') return;
    for (const name of ['Choose another picture', 'Change Password', 'Close account']) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleByNightAndDay(page, name);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
}

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
