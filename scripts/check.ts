/** `npm run check`: runs all of the commands below, and then shows those that failed. */
import { spawn } from 'node:child_process';

/** The longest first, so that two of them run until the end. */
const commands: [name: string, command: string, ...args: string[]][] = [
  ['lint, types and import cycles', 'oxlint', '--type-aware', '--type-check', '--deny-warnings', '.'],
  ['React Compiler', process.execPath, 'apps/web/scripts/check-compiler.ts'],
  ['client', process.execPath, 'scripts/client.ts', '--check'],
  ['statements', process.execPath, 'scripts/sql.ts', '--check'],
  ['dead code', 'knip'],
  ['settings', process.execPath, 'scripts/settings.ts', '--check'],
  ['help', process.execPath, 'scripts/help.ts'],
  ['format', 'oxfmt', '--check', '.'],
  ['import rules', process.execPath, 'scripts/check-imports.ts'],
  ['performance', process.execPath, 'scripts/performance.ts', '--check'],
  ['dependencies', process.execPath, 'scripts/check-deps.ts'],
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
