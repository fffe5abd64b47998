/** Who could know a draw: where no ticket has a client seed, whoever has the seed and expects these tickets. */
import { siteForAll } from '@fairground/server/test/for-tests';
import { sealOf } from '@fairground/server/test/test-site';
import { beforeAll, expect, it } from 'vitest';
import type { LotteryProof, LotteryStatus } from '../contract.ts';
import { lottoNumbers } from '../draw.ts';
import { sealContext } from '../server/seal.ts';
import { verifyLotteryProof } from '../verify.ts';

let token: string;

const site = siteForAll({
  clock: 'moved',
  env: { LOTTERY_DRAW_CRON: '*/10 * * * * *', LOTTERY_CLOSE_MS: '1000' },
});
beforeAll(async () => {
  ({ token } = await site.register('alice'));
  // The first draw opens.
  await site.time.advance(10);
});

const buy = async (clientSeed?: string) =>
  expect(
    await site.call('POST', '/lottery/create', token, {
      numbers: [3, 11, 17, 24, 38, 45],
      bid: 10,
      clientSeed,
    }),
  ).toMatchObject({ status: 201 });
const read = async <Body>(path: string) => (await site.call('GET', path)).body as unknown as Body;
/** The proof as it is once the draw is closed. */
const closeSales = async () => {
  const { next } = await read<LotteryStatus>('/lottery');
  await site.time.advanceTo(Date.parse(next.closesAt) + 100);
  return { ...next, proof: await read<LotteryProof>(`/fairness/lottery/${next.drawId}`) };
};
const hold = async ({ drawId, drawsAt }: { drawId: string; drawsAt: string }) => {
  await site.time.advanceTo(Date.parse(drawsAt) + 500);
  const proof = await read<LotteryProof>(`/fairness/lottery/${drawId}`);
  expect(verifyLotteryProof(proof).ok).toBe(true);
  return proof;
};

it('says install where no ticket has a client seed: seed and tickets give the numbers before the draw', async () => {
  await buy();
  await buy();
  const { proof, ...draw } = await closeSales();
  expect(proof).toMatchObject({ status: 'closed', entropy: 'install', ticketCount: 2, outcome: null });
  const [row] = await site.rows<{ sealed: Buffer; commitment: Buffer; root: Buffer }>(
    'SELECT sealed, commitment, root FROM lottery_draw WHERE draw_key = $1',
    draw.drawId,
  );
  const { sealed, commitment, root } = row ?? expect.fail('there is no draw');
  const seed = (await sealOf(site.dataDir)).open(sealed, sealContext(commitment));
  const winningNumbers = lottoNumbers({ date: draw.drawId, seed, betsRoot: root });
  expect(await hold(draw)).toMatchObject({ entropy: 'install', outcome: { winningNumbers } });
});

it('says bettors where one ticket of several has a client seed', async () => {
  await buy();
  await buy('alpha');
  const { proof, ...draw } = await closeSales();
  expect(proof).toMatchObject({ entropy: 'bettors', ticketCount: 2 });
  expect(await hold(draw)).toMatchObject({ entropy: 'bettors' });
  expect(await site.findViolations()).toEqual([]);
});
