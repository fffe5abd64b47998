/** What a page says of a draw that waits for the beacon, of a game that is closed without it, and of a proof that has its value. */
import type { DoubleTroubleStatus } from '@fairground/game-double-trouble/contract';
import { commitmentOf } from '@fairground/fairness/chain';
import { formatHex } from '@fairground/fairness/hex';
import { localBeaconValue, localChain } from '@fairground/fairness/local-beacon';
import { emptyRoot } from '@fairground/fairness/merkle';
import { expectAccessible } from '../../../e2e/accessible.ts';
import { expect, test } from '../../../e2e/fixtures.ts';
import { controlLiveConnection, pushed } from '../../../e2e/live-connection.ts';
import { sealedDraw30Number } from '../draw.ts';

test('a draw that is late says what it waits for', { tag: '@phone' }, async ({ page, context, signIn }) => {
  const connection = await controlLiveConnection(page);
  await signIn();
  await page.goto('/games/double-trouble');
  connection.mute(/"doubleTroubleStatus_response"/);
  const status = (await (
    await context.request.get('/api/doubleTrouble/status')
  ).json()) as DoubleTroubleStatus;
  const ago = new Date(Date.now() - 10_000).toISOString();
  const next = { ...status.next, closesAt: ago, drawsAt: ago, beaconRound: 109_569_640 };
  await connection.send(
    pushed('doubleTroubleStatus_response', { ...status, next } satisfies DoubleTroubleStatus),
  );
  await expect(
    page.getByText('Waiting for round 109569640 of the public beacon: the draw needs its value.'),
  ).toBeVisible();
  await expectAccessible(page);
});

test('a game that is closed without the beacon says so', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  await page.route('**/api/games/closed', (route) =>
    route.fulfill({ json: { games: ['doubleTrouble'], withoutBeacon: ['doubleTrouble'] } }),
  );
  await page.goto('/games/double-trouble');
  await expect(
    page.getByRole('alert').filter({ hasText: "the public beacon that its results wait for doesn't answer" }),
  ).toBeVisible();
});

const seed = new Uint8Array(32).fill(0x11);
const beacon = localBeaconValue(1_000);
const max = 30;
const proof = {
  game: 'doubleTrouble',
  id: '1900000000000',
  algorithm: 'draw30/v2',
  commitment: formatHex(commitmentOf(seed)),
  seed: formatHex(seed),
  round: 1,
  chain: 1,
  terminalHash: formatHex(commitmentOf(seed)),
  salt: emptyRoot,
  saltSource: 'install',
  max,
  entropy: 'beacon',
  betsRoot: emptyRoot,
  betCount: 0,
  beacon,
  beaconChain: localChain,
  status: 'drawn',
  outcome: {
    winningNumbers: [
      sealedDraw30Number({
        seed,
        round: 1,
        max,
        betsRoot: new Uint8Array(32),
        beacon: Uint8Array.from(Buffer.from(beacon.randomness, 'hex')),
      }),
    ],
  },
};

test('the signature of a value is checked in the browser', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/fairness');
  const check = async (input: object) => {
    await page.getByText('Or check a proof offline').click();
    await page.getByLabel('The proof as JSON').fill(JSON.stringify(input));
    await page.getByRole('button', { name: 'Check this proof' }).click();
  };
  await check(proof);
  await expect(page.getByText('This result holds')).toBeVisible();
  await expect(page.getByText('nobody knew the result before betting closed')).toBeVisible();
  await expect(page.getByText('1000 of another chain; its key is in the proof')).toBeVisible();
  await page.reload();
  // Signed by the other network's key.
  await check({ ...proof, beaconChain: undefined });
  await expect(page.getByText('This result does not hold')).toBeVisible();
  await expect(page.getByText("The beacon's value is not the one that its network signed")).toBeVisible();
});
