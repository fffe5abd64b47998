/** No state of a round breaks a rule of accessibility, by night or by day. */
import type { AviatorCountdown, AviatorDrawResult } from '@fairground/game-aviator/contract';
import { expectAccessibleByNightAndDay } from '../../../e2e/accessible.ts';
import { expect, test } from '../../../e2e/fixtures.ts';
import { controlLiveConnection, pushed } from '../../../e2e/live-connection.ts';
import { betIsNotPlaced, countdown, crash, flight } from './page-steps.ts';

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
      closesAt: new Date(Date.now() + 4000).toISOString(),
      commitment: '5a'.repeat(32),
      beaconRound: null,
    } satisfies AviatorCountdown),
  );
  await expect(countdown(page)).toBeVisible();
  await expectAccessibleByNightAndDay(page, 'waiting');
});
