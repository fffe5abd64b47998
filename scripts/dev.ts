/**
 * `npm run dev`: the whole site on a separate data folder (`data/dev`), restarted when the server's sources change,
 * with the pages from Vite's own server, and three players whose sign-ins are printed. `--demo` fills an empty
 * folder with a month of play first. `--beacon` adds a beacon of its own that results wait for; with a number, each
 * value is that many seconds late.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dataDir = join(root, 'data/dev');
const apiPort = process.env['PORT'] ?? '3000';
const url = `http://localhost:${apiPort}`;
const password = 'a meadow of lanterns';
const names = ['alice', 'bob', 'carol'];
const children: ChildProcess[] = [];

const start = (command: string, args: string[], env: Record<string, string> = {}): ChildProcess => {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  children.push(child);
  return child;
};

const isReady = async (): Promise<boolean> => {
  try {
    return (await fetch(`${url}/api/health/ready`)).ok;
  } catch {
    return false;
  }
};

const seedPlayers = async (): Promise<void> => {
  for (const username of names) {
    const response = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, email: `${username}@example.org`, password, adult: true }),
    });
    if (response.status !== 201 && response.status !== 409) {
      throw new Error(`${username} could not be created: ${await response.text()}`);
    }
  }
};

/** What the server runs. */
const sources = ['apps/server/src', 'packages', 'games/*.ts', 'games/*/*.ts', 'games/*/server'];
const watched = globSync(sources, { cwd: root, exclude: ['games/test'] }).map(
  (path) => `--watch-path=${path}`,
);
if (process.argv.includes('--demo')) {
  if (existsSync(dataDir)) {
    console.error(`${dataDir} has a site already: delete it to fill it again.`);
    process.exit(2);
  }
  const { fillWithPlay } = await import('./demo.ts');
  await fillWithPlay(dataDir, { print: console.log });
}
const beaconAt = process.argv.indexOf('--beacon');
const beacon =
  beaconAt === -1
    ? undefined
    : await (await import('../apps/server/test/local-beacon.ts')).startLocalBeacon({ nowMs: Date.now });
beacon?.behave({ lateMs: 1_000 * (Number(process.argv[beaconAt + 1]) || 0) });
const server = start(process.execPath, [...watched, 'apps/server/src/main.ts'], {
  DATA_DIR: dataDir,
  SITE_URL: process.env['SITE_URL'] ?? 'http://localhost:5173',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
  ...beacon?.env,
});
start('vite', ['apps/web', '--port', '5173', '--strictPort', '--clearScreen', 'false']);
// Reached through the other one, at /console.
start('vite', ['apps/console', '--port', '5174', '--strictPort', '--clearScreen', 'false']);

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 200));
await seedPlayers();
console.log(
  `\nPages: http://localhost:5173   Console: http://localhost:5173/console   Calls: ${url}/api/docs`,
);
for (const username of names) console.log(`Sign in as ${username} with "${password}"`);
await once(server, 'exit');
stop();
await beacon?.stop();
