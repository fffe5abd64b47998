/**
 * `npm test`, `npm run test:unit` and so on: runs lanes of tests one after the other and ends with one line that sums
 * them up. `node scripts/test.ts --lanes=unit,db [WORD …]`: words choose the files whose path contains one of them.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumMissing, findChromium } from './chromium.ts';
import { findLaneFiles, laneNames, browserTestsOf, type Lane } from './lanes.ts';
import type { Sum } from './sum-reporter.ts';

const [option = '', ...words] = process.argv.slice(2);
const asked = option.replace('--lanes=', '').split(',');
const lanes = laneNames.filter((lane) => asked.includes(lane));
if (!option.startsWith('--lanes=') || lanes.length !== asked.length) {
  console.error(
    `Usage: node scripts/test.ts --lanes=LANE[,LANE …] [WORD …]   (LANE: ${laneNames.join(', ')})`,
  );
  process.exit(2);
}
const filesOf = new Map(lanes.map((lane) => [lane, findLaneFiles(lane, words)]));
if ([...filesOf.values()].every(({ vitest, playwright }) => vitest.length + playwright.length === 0)) {
  console.error(`No test file of ${lanes.join(', ')} has ${words.join(' or ')} in its path.`);
  process.exit(2);
}

interface LaneResult extends Sum {
  code: number;
  /** Browser tests that passed only when they were repeated, which happens in CI. */
  repeated?: number;
}

const folder = mkdtempSync(join(tmpdir(), 'fairground-results-'));

const run = (command: string, args: string[], env: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('close', (code) => resolve(code ?? 1));
    child.on('error', () => resolve(1));
  });

const isMissing: Sum = { passed: 0, failed: 1, reasons: [] };

const runVitest = async (...projects: readonly Lane[]): Promise<LaneResult> => {
  const file = join(folder, `${projects.join('-')}.json`);
  const code = await run(
    'vitest',
    [
      'run',
      ...projects.map((lane) => `--project=${lane}`),
      '--reporter=default',
      '--reporter=./scripts/sum-reporter.ts',
      ...(words.length > 0 || projects.includes('engines')
        ? projects.flatMap((lane) => filesOf.get(lane)?.vitest ?? [])
        : []),
    ],
    { UNIT_SUM_FILE: file },
  );
  return { code, ...(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Sum) : isMissing) };
};

/** Vitest refuses a file without tests, which is what they are where no engine is installed. */
const runEngines = async (): Promise<LaneResult> => {
  const { engines } = await import('../e2e/engines/engine.ts');
  if (engines.some(({ missing }) => missing === undefined)) return runVitest('engines');
  for (const { name, missing } of engines) console.log(`${name} was skipped. To test it, ${missing}`);
  return { code: 0, passed: 0, failed: 0, reasons: [] };
};

interface BrowserSuite {
  suites?: BrowserSuite[];
  specs?: {
    title: string;
    file: string;
    tests: {
      projectName: string;
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: {
        status: string;
        errors: { message?: string }[];
        attachments: { name: string; path?: string }[];
      }[];
    }[];
  }[];
}

/** For each test with a failed run: its errors, and the page as it was at that moment. */
const describeBrowserFailures = ({ suites = [], specs = [] }: BrowserSuite): string[] => [
  ...suites.flatMap(describeBrowserFailures),
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) => {
        const failed = results.filter((result) => result.status !== 'passed');
        const errors = failed.flatMap((result) => result.errors.map(({ message = '' }) => message));
        const pages = failed.flatMap(({ attachments }) =>
          attachments.flatMap((one) =>
            one.name === 'error-context' && one.path && existsSync(one.path)
              ? [readFileSync(one.path, 'utf8').slice(0, 3_000)]
              : [],
          ),
        );
        const ending = status === 'flaky' ? ' (passed when it was repeated)' : '';
        return [`[${projectName}] ${file} › ${title}${ending}`, ...errors, ...pages.slice(0, 1)].join('\n');
      }),
  ),
];

const readBrowserSum = (file: string): Sum & { repeated: number } => {
  if (!existsSync(file)) return { ...isMissing, repeated: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8')) as BrowserSuite & {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  const { expected, unexpected, flaky } = report.stats;
  const reasons = describeBrowserFailures(report);
  return { passed: expected + flaky, failed: unexpected, repeated: flaky, reasons };
};

const runPlaywright = async (files: readonly string[]): Promise<LaneResult> => {
  const chromium = findChromium();
  if (chromium === undefined) {
    console.log(`Browser tests were skipped: ${chromiumMissing}`);
    return { code: 0, passed: 0, failed: 0, reasons: [] };
  }
  const file = join(folder, 'browser.json');
  // Lanes together run in the same workers, whose sites start once.
  const { slow, nightly } = browserTestsOf;
  const [hasQuick, hasSlow, hasNightly] = (['e2e', 'slow', 'nightly'] as const).map((lane) =>
    filesOf.has(lane),
  );
  const only = [...(hasSlow ? [slow] : []), ...(hasNightly ? [nightly] : [])];
  const without = [...(hasSlow ? [] : [slow]), ...(hasNightly ? [] : [nightly])];
  const ofLanes = [
    ...(hasQuick || only.length === 0 ? [] : [`--grep=${only.join('|')}`]),
    ...(without.length === 0 ? [] : [`--grep-invert=${without.join('|')}`]),
  ];
  const code = await run(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', ...ofLanes, ...files],
    {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    },
  );
  return { code, ...readBrowserSum(file) };
};

const results: LaneResult[] = [];
const vitestLanes = (...among: readonly Lane[]) => among.filter((lane) => filesOf.get(lane)?.vitest.length);
const playwrightFiles = (lane: Lane) => filesOf.get(lane)?.playwright ?? [];
const quick = vitestLanes('unit', 'db');
if (quick.length > 0) results.push(await runVitest(...quick));
const browserFiles = [...new Set((['e2e', 'slow', 'nightly'] as const).flatMap(playwrightFiles))];
if (browserFiles.length > 0) results.push(await runPlaywright(browserFiles));
for (const lane of vitestLanes('slow', 'nightly')) results.push(await runVitest(lane));
if (vitestLanes('engines').length > 0) results.push(await runEngines());
rmSync(folder, { recursive: true, force: true });

const passed = results.reduce((sum, part) => sum + part.passed, 0);
let failed = results.reduce((sum, part) => sum + part.failed, 0);
if (failed === 0 && results.some(({ code }) => code !== 0)) failed = 1;
// Repeated at the end, where a terminal no longer shows the beginning of the output.
for (const reason of results.flatMap(({ reasons }) => reasons))
  console.log(`Failed: ${reason.slice(0, 6_000)}\n`);
const repeated = results.reduce((sum, part) => sum + (part.repeated ?? 0), 0);
if (repeated > 0)
  console.log(`Warning: ${repeated} of the browser tests passed only when repeated; see above.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
