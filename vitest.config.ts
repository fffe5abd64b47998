/** One vitest project per lane, see scripts/lanes.ts; the lane `e2e` is Playwright's. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { engineFiles, faultFiles, laneFiles } from './scripts/lanes.ts';

// They only end a test that would never pass, on a machine that may be busy.
const limits = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 200_000 } } };

const onPostgres = {
  globalSetup: ['apps/server/test/global-setup.ts'],
  pool: 'forks' as const,
  ...limits,
};

export default defineConfig({
  test: {
    // Much of the time is spent waiting for databases and processes: more files at once than there are cores.
    maxWorkers: availableParallelism() + 1,
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
      // They wait for rounds and for processes that start, more than half of the time.
      {
        test: {
          name: 'slow',
          ...laneFiles.slow,
          ...onPostgres,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          maxWorkers: availableParallelism() + 2,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'faults', include: faultFiles, ...onPostgres } },
      { test: { name: 'engines', include: engineFiles, ...limits, testTimeout: 900_000 } },
    ],
  },
});
