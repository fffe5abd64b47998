/** Concurrent ad rewards by two services that share only the database. */
import { beforeAll, expect, it } from 'vitest';
import { findUser } from '../../ledger/player-view.ts';
import { houseAds } from './provider.ts';
import { createAdsService, type AdsService } from './service.ts';
import { databaseForAll } from '../../../test/for-tests.ts';
import { addPlayer, quietCalls } from '../../../test/harness.ts';
import { outcomeOf } from '../../../test/outcomes.ts';

const dailyLimit = 3;
let services: [AdsService, AdsService];

const createService = () =>
  createAdsService({
    ...quietCalls,
    database: test.database,
    rules: { seconds: 0, coins: 50, dailyLimit },
    provider: houseAds(),
  });
const service = (index: number): AdsService => services[index % 2 === 0 ? 0 : 1];

const test = databaseForAll({ connections: 8 });
beforeAll(async () => {
  services = [createService(), createService()];
});

const coinsOf = async (playerId: bigint) => (await findUser(test.database.query, playerId))?.coins;

const startOn = async (index: number, playerId: bigint): Promise<bigint | null> => {
  const result = await service(index).start(playerId);
  return result.ok ? BigInt(result.value.id) : null;
};

it('A30: pays one view once for a hundred concurrent claims', async () => {
  const alice = await addPlayer(test.database, 'alice', 0);
  const viewId = await startOn(0, alice);
  if (viewId === null) throw new Error('no view');
  const claims = await Promise.all(
    Array.from({ length: 100 }, (_, index) => service(index).complete({ playerId: alice, viewId })),
  );
  expect(claims.filter((claim) => outcomeOf(claim) === 'done')).toHaveLength(1);
  expect(await coinsOf(alice)).toBe(50);
});

it('leaves one view open after forty concurrent starts', async () => {
  const bob = await addPlayer(test.database, 'bob', 0);
  const views = await Promise.all(Array.from({ length: 40 }, (_, index) => startOn(index, bob)));
  const claims = await Promise.all(
    views.map((viewId, index) => service(index).complete({ playerId: bob, viewId: viewId ?? 0n })),
  );
  expect(claims.filter((claim) => outcomeOf(claim) === 'done')).toHaveLength(1);
  expect(await coinsOf(bob)).toBe(50);
});

it('pays no more than the daily limit, however starts and claims interleave', async () => {
  const carol = await addPlayer(test.database, 'carol', 0);
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const viewId = await startOn(index, carol);
      if (viewId !== null) await service(index + 1).complete({ playerId: carol, viewId });
    }),
  );
  // Claim what is still unpaid.
  for (let ad = 0; ad < dailyLimit; ad++) {
    const viewId = await startOn(ad, carol);
    if (viewId !== null) await service(ad).complete({ playerId: carol, viewId });
  }
  expect(await coinsOf(carol)).toBe(50 * dailyLimit);
});
