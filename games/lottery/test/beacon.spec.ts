/** What the lottery's page says of a draw that waits for the beacon. */
import { expect, test } from '../../../e2e/fixtures.ts';
import { replaceLiveServer } from '../../../e2e/live-server.ts';
import type { LotteryStatus } from '../contract.ts';
import { openLottery } from './page-steps.ts';

test(
  'a draw that waits for the beacon says so once it is late',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await replaceLiveServer(page);
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    let drawsInMs = 600_000;
    await page.route('**/api/lottery', async (route) => {
      const usual = (await (await route.fetch()).json()) as LotteryStatus;
      const next = {
        ...usual.next,
        closesAt: at(drawsInMs - 5_000),
        drawsAt: at(drawsInMs),
        beaconRound: 1_000,
      };
      await route.fulfill({ json: { ...usual, next } satisfies LotteryStatus });
    });
    const note = page.getByText(
      "Waiting for round 1000 of the public beacon: the draw needs its value. If it doesn't come, all " +
        'stakes are returned.',
    );
    await openLottery(page);
    await expect(page.getByText(/^Draw at/)).toBeVisible();
    await expect(note).toHaveCount(0);
    drawsInMs = -2_000;
    await openLottery(page);
    await expect(note).toBeVisible();
  },
);
