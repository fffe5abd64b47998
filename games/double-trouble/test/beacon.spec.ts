/**
 * What pages say of a beacon: that a draw waits for it, that its game is closed without it, and whether its network
 * signed.
 */
import { hash } from 'node:crypto';
import { localBeaconValue, localChain } from '@fairground/fairness/local-beacon';
import { expect, test } from '../../../e2e/fixtures.ts';
import { replaceLiveServer } from '../../../e2e/live-server.ts';
import type { DoubleTroubleProof, DoubleTroubleStatus } from '../contract.ts';
import { draw30Number } from '../draw.ts';

const beaconRound = 1_000;

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

test(
  'a draw that waits for the beacon says so once it is late',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await replaceLiveServer(page);
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    let drawsInMs = 600_000;
    await page.route('**/api/doubleTrouble/status', async (route) => {
      const usual = (await (await route.fetch()).json()) as DoubleTroubleStatus;
      const next = { ...usual.next, closesAt: at(drawsInMs - 5_000), drawsAt: at(drawsInMs), beaconRound };
      await route.fulfill({ json: { ...usual, next } satisfies DoubleTroubleStatus });
    });
    const note = page.getByRole('status').filter({ hasText: 'Waiting for round 1000 of the public beacon' });
    const sign = page.getByText(/^Next draw \d+ s$/);
    await page.goto('/games/double-trouble');
    await expect(sign).toBeVisible();
    await expect(note).toHaveCount(0);
    drawsInMs = -2_000;
    await page.reload();
    await expect(note).toContainText(
      "the draw needs its value. If it doesn't come, all stakes are returned.",
    );
    await expect(page.getByText('Drawing', { exact: true })).toBeVisible();
  },
);

/** A draw from a seed and a value of the beacon; the network of `signedRound` signed it. */
const proofWith = (signedRound: number): DoubleTroubleProof => {
  const seed = Buffer.alloc(32, 1);
  const betsRoot = Buffer.alloc(32, 2);
  // What links a first round to its chain.
  const commitment = hash('sha256', seed, 'hex');
  const { randomness, signature } = localBeaconValue(signedRound);
  const drawn = draw30Number({
    seed,
    round: 1,
    max: 30,
    betsRoot,
    beacon: Buffer.from(randomness, 'hex'),
  });
  return {
    game: 'doubleTrouble',
    id: '1764000000000',
    algorithm: 'draw30/v2',
    chain: 1,
    round: 1,
    commitment,
    seed: seed.toString('hex'),
    terminalHash: commitment,
    salt: '0'.repeat(64),
    saltSource: 'install',
    max: 30,
    betsRoot: betsRoot.toString('hex'),
    betCount: 3,
    entropy: 'beacon',
    beacon: { round: beaconRound, randomness, signature },
    beaconChain: localChain,
    log: { origin: null, seal: null, result: null },
    status: 'drawn',
    outcome: { winningNumbers: [drawn] },
  };
};

for (const { title, proof, verdict, signed } of [
  {
    title: 'a signed value holds',
    proof: proofWith(beaconRound),
    verdict: 'This result holds',
    signed: 'Yes',
  },
  {
    title: 'a value that its network signed for another round is named',
    proof: proofWith(beaconRound + 1),
    verdict: 'This result does not hold',
    signed: 'No',
  },
]) {
  test(`/fairness checks the beacon's signature: ${title}`, { tag: '@phone' }, async ({ page }) => {
    await page.route(`**/api/fairness/doubleTrouble/${proof.id}`, (route) => route.fulfill({ json: proof }));
    await page.goto(`/fairness?game=doubleTrouble&id=${proof.id}`);
    await expect(page.getByRole('status').filter({ hasText: verdict })).toBeVisible();
    const ofTerm = (name: string) =>
      page
        .getByRole('term')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('xpath=following-sibling::dd');
    await expect(ofTerm('Its network signed it')).toHaveText(signed);
    await expect(
      page.getByText("The beacon's value is not the one that its network signed, or its level is wrong."),
    ).toHaveCount(signed === 'Yes' ? 0 : 1);
  });
}
