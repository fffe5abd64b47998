/**
 * `npm run check [-- PART …]`: format, lint, types, import rules, dependencies, dead code, React Compiler, SQL,
 * the documents and how the sweeps play each game, or the parts that are named. Everything runs, then
 * everything that failed is shown.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';

/** What others need, then the longest first, so that two of them run until the end. */
const parts: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['client', process.execPath, 'scripts/client.ts'],
  ['compiler', process.execPath, 'apps/web/build/check-compiler.ts'],
  // Types and import cycles too.
  ['lint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings', '.'],
  ['sql', process.execPath, 'scripts/sql.ts', '--check'],
  ['knip', 'knip'],
  ['settings', process.execPath, 'scripts/settings.ts', '--check'],
  ['help', process.execPath, 'scripts/help.ts'],
  ['format', 'oxfmt', '--check', '.'],
  ['imports', process.execPath, 'scripts/check-imports.ts'],
  ['performance', process.execPath, 'lab/bench/performance.ts', '--check'],
  ['deps', process.execPath, 'scripts/check-deps.ts'],
  [
    'documents',
    'vitest',
    'run',
    '--project=unit',
    ...globSync('scripts/{citations,document-code,document-paths,security-doc}.test.ts'),
  ],
  ['sweeps', 'vitest', 'run', '--project=unit', 'games/test/sweeps.test.ts'],
];
/** They read the types that `client` makes. */
const typed: readonly string[] = ['lint', 'knip'];

const run = (command: string, args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });

const chosen = process.argv.slice(2);
const unknown = chosen.find((each) => !parts.some(([name]) => name === each));
if (unknown !== undefined) {
  console.error(`Unknown part "${unknown}": choose from ${parts.map(([name]) => name).join(', ')}.`);
  process.exit(2);
}

const wanted = new Set(chosen.some((name) => typed.includes(name)) ? ['client', ...chosen] : chosen);
const pending = parts.filter(([name]) => wanted.size === 0 || wanted.has(name));
const total = pending.length;
const failures: string[] = [];
let typesMade: Promise<unknown> = Promise.resolve();
const worker = async () => {
  for (let next = pending.shift(); next; next = pending.shift()) {
    const [name, command, ...args] = next;
    if (typed.includes(name)) await typesMade;
    const startedAt = performance.now();
    const running = run(command, args);
    if (name === 'client') typesMade = running;
    const { code, output } = await running;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6);
    console.log(`${seconds} s  ${name}${code === 0 ? '' : ' failed'}`);
    if (code !== 0) failures.push(`\n${name} failed:\n${output.trim()}`);
  }
};
await Promise.all([worker(), worker()]);
for (const failure of failures) console.error(failure);
console.log(`${total - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
