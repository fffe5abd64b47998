/**
 * `npm test` and so on: runs lanes of tests, in vitest and then in Playwright, and ends with one line that sums them
 * up. `node scripts/test.ts --lanes=unit,db [WORD …]`: words choose the files whose path contains one of them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumMissing, findChromium } from './chromium.ts';
import { printLastLine, type Sum } from './sum-reporter.ts';

/** Projects of vitest.config.ts, and lanes of e2e/playwright.config.ts. */
const programsOf = {
  unit: ['vitest'],
  db: ['vitest'],
  slow: ['vitest', 'playwright'],
  lab: ['vitest'],
  nightly: ['vitest', 'playwright'],
  engines: ['vitest'],
  e2e: ['playwright'],
};
type Lane = keyof typeof programsOf;
const isLane = (name: string): name is Lane => name in programsOf;

const [option = '', ...words] = process.argv.slice(2);
const lanes = option.replace('--lanes=', '').split(',').filter(isLane);
if (option !== `--lanes=${lanes.join(',')}` || lanes.length === 0) {
  console.error(
    `Usage: node scripts/test.ts --lanes=LANE[,LANE …] [WORD …]   (LANE: ${Object.keys(programsOf).join(', ')})`,
  );
  process.exit(2);
}
const lanesOf = (program: string): Lane[] => lanes.filter((lane) => programsOf[lane].includes(program));

const folder = mkdtempSync(join(tmpdir(), 'fairground-results-'));
const sums = join(folder, 'sums');

/** What a program says that ends without a sum, or badly with a good one, is above. */
const run = (program: string, args: readonly string[], env: Record<string, string> = {}): Sum => {
  rmSync(sums, { force: true });
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env, TEST_SUMS: sums },
  });
  const sum: Sum = existsSync(sums)
    ? (JSON.parse(readFileSync(sums, 'utf8')) as Sum)
    : { passed: 0, failures: [], repeated: [] };
  const isUnexplained = status !== 0 && sum.failures.length === 0;
  return isUnexplained ? { ...sum, failures: [`${program} ended with ${status ?? 'a signal'}`] } : sum;
};

const runVitest = (projects: readonly Lane[]): Sum =>
  run('vitest', [
    'run',
    ...projects.map((lane) => `--project=${lane}`),
    ...words,
    ...(words.length > 0 ? ['--passWithNoTests'] : []),
  ]);

/** Before its first test Playwright builds the pages, so it is not run where words name no file of it. */
const browserFiles = globSync('{e2e,games}/**/*.spec.ts').filter((file) =>
  words.some((word) => file.includes(word)),
);
const hasBrowserTests = lanesOf('playwright').length > 0 && (words.length === 0 || browserFiles.length > 0);
const runPlaywright = (among: readonly Lane[]): Sum =>
  run(
    'playwright',
    [
      'test',
      '--config=e2e/playwright.config.ts',
      ...browserFiles,
      ...(words.length > 0 ? ['--pass-with-no-tests'] : []),
    ],
    { TEST_LANES: among.join(',') },
  );

const results: Sum[] = [];
if (lanesOf('vitest').length > 0) results.push(runVitest(lanesOf('vitest')));
const isWithoutBrowser = hasBrowserTests && findChromium() === undefined;
if (isWithoutBrowser) console.log(`Browser tests were skipped: ${chromiumMissing}`);
else if (hasBrowserTests) results.push(runPlaywright(lanesOf('playwright')));
rmSync(folder, { recursive: true, force: true });

const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failures = results.flatMap((result) => result.failures);
const repeated = results.flatMap((result) => result.repeated);
if (passed + failures.length === 0 && words.length > 0 && !isWithoutBrowser)
  failures.push(`no test of ${lanes.join(', ')} has ${words.join(' or ')} in the path of its file`);
// Repeated at the end, where a terminal no longer shows the beginning of the output.
for (const failure of failures) console.log(`Failed: ${failure.slice(0, 6_000)}\n`);
for (const failure of repeated)
  console.log(`Failed, and passed when it was repeated: ${failure.slice(0, 6_000)}\n`);
if (repeated.length > 0)
  console.log(`Warning: ${repeated.length} of the tests passed only when repeated; see above.`);
printLastLine(passed, failures.length);
process.exitCode = failures.length > 0 ? 1 : 0;
