/** A site whose results wait for a beacon, on a clock that the test moves. Its process can be replaced by another. */
import { copyFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { localChain } from '@fairground/fairness/local-beacon';
import { beaconTimeMs } from '@fairground/fairness/beacon-rounds';
import { expect } from 'vitest';
import { findUser } from '../src/ledger/player-view.ts';
import { createControlledClock } from './controlled-clock.ts';
import { databaseWork } from './database-work.ts';
import { createTestDatabase } from './harness.ts';
import { startLocalBeacon } from './local-beacon.ts';
import { startTestSite, type TestSite } from './test-site.ts';

export const startBeaconSite = async (ownEnv: Record<string, string>) => {
  const test = await createTestDatabase();
  const time = await createControlledClock(test.address);
  const beacon = await startLocalBeacon({ nowMs: time.nowMs });
  const env = { ...beacon.env, ...ownEnv };
  const first = await startTestSite({ test, env, clock: time.clock });
  const seedKey = join(first.dataDir, '..', `${basename(first.dataDir)}.key`);
  await copyFile(join(first.dataDir, 'seed.key'), seedKey);
  waitForBeacon(first);
  let current: TestSite = first;
  const stop = async (site: TestSite) => {
    const stopping = site.close();
    await time.advanceCoarsely(5_000);
    await stopping;
  };
  await time.idle();
  await time.advance(100);
  const { token, user } = await first.register('alice');
  return {
    /** The process that leads. */
    site: (): TestSite => current,
    time,
    beacon,
    /** The token of a player. */
    alice: token,
    /** All coins of that player. */
    async balance(): Promise<number> {
      const { coins, winningAmount } =
        (await findUser(current.database.query, BigInt(user.id))) ?? expect.fail('there is no player');
      return coins + winningAmount;
    },
    /** What the site says of games that are closed. */
    closed: async (): Promise<unknown> => (await current.call('GET', '/games/closed', '')).body,
    /** To a moment after a round of the beacon is due. */
    async advanceToRound(round: number, afterMs: number = 0) {
      const untilMs = beaconTimeMs(localChain, round) + afterMs;
      await time.advanceCoarsely(untilMs - time.nowMs() - 2_000);
      await time.advanceTo(untilMs);
    },
    /** Another process, with these settings, beside the one that leads or in its place. */
    async replace(otherEnv: Record<string, string> = env) {
      const replaced = current;
      current = await startTestSite({
        beside: replaced,
        env: { ...otherEnv, SEED_KEY_FILE: seedKey },
        clock: time.clock,
      });
      waitForBeacon(current);
      await stop(replaced);
      await time.advance(5_000);
    },
    /** Fails if the audit finds something. */
    async close() {
      const violations = await current.findViolations();
      await stop(current);
      await beacon.stop();
      await time.close();
      await test.close();
      await rm(seedKey);
      expect(violations).toEqual([]);
    },
  };
};

export type BeaconSite = Awaited<ReturnType<typeof startBeaconSite>>;

/** The clock waits for calls of the beacon, and for the thread that verifies. */
const waitForBeacon = ({ site: { core } }: TestSite) => {
  const { step, isAway } = core.beacon;
  core.beacon.step = (...given) => databaseWork.counted(() => step(...given));
  core.beacon.isAway = (...given) => databaseWork.counted(() => isAway(...given));
};
