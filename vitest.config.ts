/**
 * A project for each lane of tests, see CONTRIBUTING.md. Browser tests are Playwright's (e2e/playwright.config.ts), and
 * scripts/test.ts runs lanes of both.
 */
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { icons } from './apps/web/build/icons.ts';
import { textParts } from './apps/web/build/text-parts.ts';

/** What a test needs decides its lane, which is the end of its file's name; lab/ has a lane of its own. */
const productFilesOf = (ending: string): string => `{packages,games,apps,scripts}/**/*.${ending}`;
const filesOf = (ending: string): string => `{packages,games,apps,scripts,lab}/**/*.${ending}`;
const labFiles = 'lab/**/*.test.ts';
const notInLabLane = [filesOf('{nightly,faults}.test.ts'), 'lab/engines/**'];

// They only end a test that would never pass, on a machine that may be busy.
const limits = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 200_000 } } };

const onPostgres = {
  globalSetup: ['apps/server/test/global-setup.ts'],
  pool: 'forks' as const,
  ...limits,
  // As browser tests are: what passes only then is named at the end of the run. Nothing else is repeated.
  retry: process.env['CI'] ? 1 : 0,
};

/** Otherwise one of these is the last that runs, alone: without measured times the largest files are first. */
const waitsLongest =
  /(frozen-director|leader-memory|hosts|sealed-takeover|failover|kill-beacon|build-web|new-game|kill)(\.\w+)?\.test/;
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => waitsLongest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    reporters: ['default', './scripts/sum-reporter.ts'],
    // Much of the time is spent waiting for databases and processes: more files at once than there are cores.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Tests of a worker share their modules: loading them again for each file took most of the unit lane's time and a
      // fifth of the db lane's. A test that changes a global restores it.
      {
        // Modules name their texts and icons, and the build adds them.
        plugins: [textParts(), icons()],
        test: {
          name: 'unit',
          include: [productFilesOf('test.{ts,tsx}')],
          exclude: [...configDefaults.exclude, productFilesOf('{db,slow,nightly,faults}.test.ts')],
          ...limits,
          pool: 'threads',
          isolate: false,
          unstubGlobals: true,
        },
      },
      { test: { name: 'db', include: [productFilesOf('db.test.ts')], ...onPostgres, isolate: false } },
      ...[
        { name: 'slow', include: [productFilesOf('slow.test.ts')] },
        { name: 'lab', include: [labFiles], exclude: [...configDefaults.exclude, ...notInLabLane] },
        { name: 'nightly', include: [filesOf('nightly.test.ts')] },
      ].map((lane) => ({
        test: {
          ...lane,
          ...onPostgres,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          // They wait for rounds and for processes that start, more than half of the time.
          maxWorkers: availableParallelism() + 5,
          sequence: { groupOrder: 1 },
        },
      })),
      // Faults of several processes under load, which need a machine of their own for some minutes.
      {
        test: {
          name: 'faults',
          include: [filesOf('faults.test.ts')],
          ...onPostgres,
          // Whether a round comes into the state that it is to be killed in is left to chance: another is waited for.
          testTimeout: 600_000,
          maxWorkers: 1,
        },
      },
      // `npm run test:all` has time for the size of a desktop alone.
      ...(['engines', 'engines-phone'] as const).map((name) => ({
        test: {
          name,
          include: [`lab/engines/${name === 'engines' ? 'desktop' : 'phone'}.test.ts`],
          ...limits,
          testTimeout: 900_000,
          sequence: { groupOrder: 2 },
        },
      })),
    ],
  },
});
