/** `npm test`: unit and whole-system tests, then the browser's; ends with one line that sums both up. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import type { Sum } from './sum-reporter.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairground-results-'));
const filters = process.argv.slice(2);

const run = (command: string, args: string[], env: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('close', (code) => resolve(code ?? 1));
    child.on('error', () => resolve(1));
  });

const unitFile = join(folder, 'unit.json');
const sumOfUnit = (): Sum =>
  existsSync(unitFile)
    ? (JSON.parse(readFileSync(unitFile, 'utf8')) as Sum)
    : { passed: 0, failed: 1, reasons: [] };

const sumOfBrowser = (): Sum => {
  const file = join(folder, 'browser.json');
  if (!existsSync(file)) return { passed: 0, failed: 1, reasons: [] };
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  // Playwright ends with the list of what failed by itself.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, reasons: [] };
};

const unitCode = await run(
  'vitest',
  ['run', '--reporter=default', '--reporter=./scripts/sum-reporter.ts', ...filters],
  { UNIT_SUM_FILE: unitFile },
);
const sums = [sumOfUnit()];

let browserCode = 0;
const chromium = process.env['CHROMIUM_PATH'] ?? findProgram('chromium', 'chromium-browser', 'google-chrome');
if (filters.length > 0) console.log('Browser tests were left out: only the named files were asked for.');
else if (chromium === undefined) {
  console.log(
    'Browser tests were skipped: no Chromium on the PATH. On Debian: apt-get install chromium; elsewhere name one by CHROMIUM_PATH.',
  );
} else {
  browserCode = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'browser.json'),
  });
  sums.push(sumOfBrowser());
}
rmSync(folder, { recursive: true, force: true });

const passed = sums.reduce((sum, part) => sum + part.passed, 0);
let failed = sums.reduce((sum, part) => sum + part.failed, 0);
if (failed === 0 && (unitCode !== 0 || browserCode !== 0)) failed = 1;
// Once more at the end, where the whole output is too long to keep.
for (const reason of sums.flatMap(({ reasons }) => reasons))
  console.log(`Failed: ${reason.slice(0, 4_000)}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
