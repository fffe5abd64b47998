/** `npm run check`: format, lint, types, import rules, words, dependencies, dead code, React Compiler, SQL, figures of the documents. Everything runs, then everything that failed is shown. */
import { spawn } from 'node:child_process';

const typeProjects = [
  'packages/contract',
  'games',
  'games/tsconfig.server.json',
  'packages/game-kit',
  'packages/fairness',
  'packages/content',
  'packages/sql',
  'packages/client',
  'apps/server',
  'apps/web',
  'apps/console',
  '.',
];

const commands: [name: string, command: string, ...args: string[]][] = [
  ['format', 'oxfmt', '--check', '.'],
  ['lint and import rules', 'oxlint', '--type-aware', '--deny-warnings', '.'],
  ...typeProjects.map((project): [string, string, ...string[]] => [
    `types of ${project}`,
    'tsc',
    '-p',
    project,
  ]),
  ['dead code', 'knip'],
  ['import rules', process.execPath, 'scripts/check-imports.ts'],
  ['words', process.execPath, 'scripts/check-words.ts'],
  ['dependencies', process.execPath, 'scripts/check-deps.ts'],
  ['statements', process.execPath, 'scripts/sql.ts', '--check'],
  ['client', process.execPath, 'scripts/client.ts', '--check'],
  ['performance', process.execPath, 'scripts/performance.ts', '--check'],
  ['React Compiler', process.execPath, 'apps/web/scripts/check-compiler.ts'],
];

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

let failed = 0;
const pending = [...commands];
const worker = async () => {
  for (let next = pending.shift(); next; next = pending.shift()) {
    const [name, command, ...args] = next;
    const { code, output } = await run(command, args);
    if (code === 0) continue;
    failed += 1;
    console.error(`\n${name} failed:\n${output.trim()}`);
  }
};
await Promise.all([worker(), worker()]);
console.log(`${commands.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
