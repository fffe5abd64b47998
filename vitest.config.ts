/** One vitest project per lane, see scripts/lanes.ts; the lane `e2e` is Playwright's. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { engineFiles, faultFiles, laneFiles } from './scripts/lanes.ts';

// They only end a test that would never pass, on a machine that may be busy.
const limits = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 200_000 } } };

const onPostgres = {
  globalSetup: ['apps/server/test/global-setup.ts'],
  pool: 'forks' as const,
  ...limits,
};

/** Otherwise one of these is the last that runs, alone: without measured times the largest files are first. */
const waitsLongest =
  /(frozen-director|seeded-site|leader-memory|hosts|sealed-takeover|failover|kill-beacon)\.\w+\.test/;
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => waitsLongest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // Much of the time is spent waiting for databases and processes: more files at once than there are cores.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Tests of a worker share their modules: loading them again for each file took most of the unit lane's time and a
      // fifth of the db lane's. A test that changes a global restores it.
      {
        test: {
          name: 'unit',
          ...laneFiles.unit,
          ...limits,
          pool: 'threads',
          isolate: false,
          unstubGlobals: true,
        },
      },
      { test: { name: 'db', ...laneFiles.db, ...onPostgres, isolate: false } },
      ...(['slow', 'nightly'] as const).map((name) => ({
        test: {
          name,
          ...laneFiles[name],
          ...onPostgres,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          // They wait for rounds and for processes that start, more than half of the time.
          maxWorkers: availableParallelism() + 3,
          sequence: { groupOrder: 1 },
        },
      })),
      { test: { name: 'faults', include: faultFiles, ...onPostgres } },
      { test: { name: 'engines', include: engineFiles, ...limits, testTimeout: 900_000 } },
    ],
  },
});
