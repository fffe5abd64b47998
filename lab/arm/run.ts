/**
 * `npm run arm -- [4096] [16384]`: installs, starts, plays, backs up, audits and restores the site on an emulated
 * machine of arm64 with pages of that many bytes, and writes what came of it into
 * docs/operations/interoperability.md. Exits with 1 where a part fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../apps/server/test/free-port.ts';
import { PlayerClient } from '../../apps/server/test/player-client.ts';
import { betCalls } from '../../games/test/sweeps.ts';
import { cleanUpOnSignals, runCleanups, useTemporaryFolder } from '../bench/lib/cleanups.ts';
import { demand, missingOf, readingsOf, runTool } from '../readers/reading.ts';
import { documentPath, fillDocument, readResults, resultFolder, type PartResult } from '../readers/table.ts';
import { missingInKernel, startMachine, type Machine } from './machine.ts';

const minute = 60_000;
const allSizes = [4_096, 16_384];
/** The emulator is slower than the processor by about this factor, and by more where the machine does other things. */
const patience = '20';
/** The Node that npm installed with the site, on which all of its scripts run. */
const node = 'node_modules/.bin/node';
const repository = fileURLToPath(new URL('../../', import.meta.url));

const startedAt = performance.now();
const progress = (line: string): void =>
  console.log(`${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(5)} s  ${line}`);

const tool = async (program: string, args: readonly string[], cwd: string): Promise<string> => {
  const { code, output } = await runTool(program, args, { cwd, timeoutMs: 20 * minute });
  demand(code === 0, `${program} ${args[0]} failed: ${output.trim().split('\n').at(-1)}`);
  return output;
};

/** Runs a program of the machine to its end, and gives its output; what it says last where it fails. */
const runIn = async (machine: Machine, command: readonly string[], env = {}): Promise<string> => {
  const { code, output } = await machine.run(command, { env, timeoutMs: 40 * minute });
  demand(code === 0, output.trim().split('\n').slice(-2).join(' '));
  return output;
};

/** Started as a service starts it; `end` gives the code of its exit. */
const startSite = async (machine: Machine, env: Readonly<Record<string, string>>) => {
  const started = machine.start(['sh', 'scripts/start.sh'], env);
  const closed = once(started, 'close');
  let last = 'it ended without a word';
  const { promise: isOpen, resolve } = Promise.withResolvers<'open'>();
  for (const input of [started.stdout, started.stderr]) {
    if (input === null) continue;
    createInterface({ input }).on('line', (line) => {
      last = line;
      progress(`  ${line.slice(0, 160)}`);
      if (line.includes('Fairground is open at ')) resolve('open');
    });
  }
  const late = new AbortController();
  const outcome = await Promise.race([
    isOpen,
    closed.then(() => 'ended'),
    pause(40 * minute, 'not open within 40 minutes', late),
  ]);
  late.abort();
  demand(outcome === 'open', `${outcome}: ${last}`);
  return {
    async end(): Promise<string> {
      machine.signal(started, 'SIGTERM');
      await closed;
      return `code ${started.exitCode}`;
    },
  };
};

/** One bet of each game with stakes, over HTTP; a round that takes no bets is waited for. */
const play = async (url: string): Promise<string> => {
  const player = new PlayerClient(url, 'raspberry');
  await player.register();
  const refused = new Set<string>();
  const until = performance.now() + 5 * minute;
  for (const { id, path, body } of betCalls) {
    for (;;) {
      const answer = await player.call('POST', path, body, `arm-${id}`);
      if (answer.status === 201) break;
      refused.add(`${answer.status} ${answer.body.code ?? ''}`.trim());
      demand(performance.now() < until, `no bet was taken: ${[...refused].join(', ')}`);
      await pause(1_000);
    }
  }
  return `201 of ${betCalls.length} games${refused.size > 0 ? ` after ${[...refused].join(', ')}` : ''}`;
};

/** What a kernel with larger pages refuses, which the emulator does not show: segments that are aligned for less. */
const readAlignments = async (folder: string): Promise<string> => {
  const files = globSync('node_modules/**/{*.node,*.so,*.so.*,bin/{node,postgres,initdb,pg_ctl}}', {
    cwd: folder,
  });
  const said = await tool('readelf', ['-lW', ...files], folder);
  const alignments = [...said.matchAll(/^ +LOAD .* (0x[0-9a-f]+)$/gm)].map(([, least]) => Number(least));
  const least = Math.min(...alignments);
  demand(
    least >= Math.max(...allSizes),
    `one of ${files.length} files is aligned for pages of ${least} bytes`,
  );
  return `all ${files.length} are aligned for pages of ${least / 1_024} KiB`;
};

/** Each native module, in a process of its own. */
const loadModules = async (machine: Machine, folder: string): Promise<string> => {
  const modules = globSync('node_modules/**/*.node', { cwd: folder });
  for (const file of modules) await runIn(machine, [node, '-e', `process.dlopen(module, './${file}')`]);
  return [...new Set(modules.map((file) => basename(file).split('.')[0]))].join(', ');
};

const readPages = async (root: string, pageBytes: number): Promise<PartResult['readings']> => {
  const { readings, look } = readingsOf(`arm64, pages of ${pageBytes / 1_024} KiB`);
  const timed = async (part: string, see: () => Promise<string>): Promise<void> => {
    progress(part);
    const from = performance.now();
    await look(part, async () => `${await see()}; ${Math.round((performance.now() - from) / 1_000)} s`);
  };
  const site = join(root, 'fairground');
  const home = `/home/fair/${pageBytes}`;
  await mkdir(site);
  await mkdir(join(root, home));
  await tool('git', ['archive', `--output=${root}/site.tar`, 'HEAD'], repository);
  await tool('tar', ['-xf', `${root}/site.tar`], site);
  const env = {
    PORT: String(await findFreePort()),
    DATA_DIR: `${home}/data`,
    DATABASE_PATIENCE: patience,
  };
  const backup = `${home}/a.backup`;
  const admin = async (args: readonly string[], own: object = {}): Promise<string> => {
    const said = await runIn(machine, [node, 'apps/server/src/admin.ts', ...args], { ...env, ...own });
    demand(args[0] === 'backup' || said.includes('The audit is clean.'), said.trim());
    return args[0] === 'backup' ? 'written' : 'the audit is clean';
  };
  const machine = await startMachine(root, pageBytes);
  try {
    await timed('size of pages, as programs are told', () =>
      runIn(machine, ['getconf', 'PAGESIZE']).then((said) => said.trim()),
    );
    await timed('`npm ci --omit=dev`, with the packages in npm’s cache', async () => {
      await runIn(machine, ['npm', 'ci', '--omit=dev', '--no-audit', '--no-fund', '--offline']);
      return `Node ${(await runIn(machine, [node, '--version'])).trim()}`;
    });
    await timed('programs and libraries, on disk', () => readAlignments(site));
    await timed('native modules', () => loadModules(machine, site));
    let running: Awaited<ReturnType<typeof startSite>> | undefined;
    const start = async (): Promise<string> => {
      running = await startSite(machine, env);
      return 'open';
    };
    const end = () => running?.end() ?? Promise.reject(new Error('it was not open'));
    await timed(`first start, with \`DATABASE_PATIENCE=${patience}\``, start);
    await timed('one bet of each game, over HTTP', () => play(`http://127.0.0.1:${env.PORT}`));
    await timed('backup of the running site', () => admin(['backup', backup]));
    await timed('audit', () => admin(['audit']));
    await timed('stop', end);
    await timed('second start', start);
    await end().catch(() => undefined);
    await timed('restore into an empty folder', () =>
      admin(['restore', backup, `${home}/data/lasting-acts`], { DATA_DIR: `${home}/restored` }),
    );
    return readings;
  } finally {
    machine.end();
    await rm(site, { recursive: true, force: true, maxRetries: 10 });
  }
};

const needs = {
  'apt-get': 'apt',
  dash: 'dash',
  'dpkg-deb': 'dpkg',
  git: 'git',
  npm: 'npm',
  nsenter: 'util-linux',
  'qemu-aarch64-static': 'qemu-user-static',
  readelf: 'binutils',
  unshare: 'util-linux',
};
const missing = missingOf({ needs });
const kernel = missing.length > 0 ? undefined : await missingInKernel();
const sizes = process.argv.slice(2).map(Number);
if (kernel !== undefined) missing.push(kernel);
if (sizes.some((size) => !allSizes.includes(size)))
  missing.push(`Choose pages of ${allSizes.join(' or ')} bytes.`);
if (missing.length > 0) {
  console.error(missing.join('\n'));
  process.exit(1);
}

cleanUpOnSignals();
const own = useTemporaryFolder('arm');
let wrong = 0;
try {
  const making = spawn('bash', [join(import.meta.dirname, 'root.sh'), own], { stdio: 'inherit' });
  const [code] = await once(making, 'close');
  demand(code === 0, 'the folder of the machine could not be made');
  for (const pageBytes of sizes.length > 0 ? sizes : allSizes) {
    const readings = await readPages(join(own, 'root'), pageBytes);
    wrong += readings.filter(({ isRight }) => !isRight).length;
    const name = `arm-${pageBytes}`;
    const result: PartResult = { name, day: new Date().toISOString().slice(0, 10), readings };
    writeFileSync(new URL(`${name}.json`, resultFolder), `${JSON.stringify(result, null, 2)}\n`);
  }
} finally {
  await runCleanups();
}
writeFileSync(documentPath, fillDocument(readFileSync(documentPath, 'utf8'), readResults()));
console.log(`${wrong} wrong`);
if (wrong > 0) process.exitCode = 1;
