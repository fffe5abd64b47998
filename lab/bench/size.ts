/**
 * What a small machine must have for the site: how long a start takes, the memory of all its processes with the
 * embedded database, idle and with 20 players, what a bet leaves on the disk, and what is installed; next to a floor of
 * Fastify with one route and pg on the same PostgreSQL. The pages are built before.
 *
 * `BENCH_AGAINST=FOLDER` adds another checkout of this repository, whose pages are built too. `BENCH_IDLE_SECONDS` is
 * how long a site is left alone, `BENCH_MINUTES` how long `BENCH_PLAYERS` play then, by default ten; `BENCH_MEMORY_MB`
 * is a limit for all processes of a site, where this machine can set one. `BENCH_FULL=1` adds a fresh clone of what is
 * committed, with its `npm ci` and its first start, minutes each.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { readPassword } from '../../apps/server/src/platform/database/embedded-postgres-passwords.ts';
import { alternate, type Figures, type Subject } from './lib/alternate.ts';
import { writtenBytes } from './lib/bench-postgres.ts';
import { addCleanup } from './lib/cleanups.ts';
import { familyMemory, type FamilyMemory } from './lib/memory.ts';
import { familyTime } from './lib/processor-time.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';
import { playerCount, playFor } from './size-players.ts';
import { createMemoryLimit, startSized, type MemoryLimit, type SizedSite } from './size-site.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(3, 1));
const idleSeconds = Number(process.env['BENCH_IDLE_SECONDS'] ?? sized(60, 1));
const playMs = 60_000 * Number(process.env['BENCH_MINUTES'] ?? sized(10, 0.1));
const limitMb = Number(process.env['BENCH_MEMORY_MB'] ?? 0);
const isFull = process.env['BENCH_FULL'] !== undefined;
const root = fileURLToPath(new URL('../..', import.meta.url));
const megabyte = 2 ** 20;

const memoryColumns = (when: string): Column[] => [
  { figure: `${when}Total`, label: 'all', unit: 'MB', digits: 0 },
  { figure: `${when}Node`, label: 'Node', unit: 'MB', digits: 0 },
  { figure: `${when}Backends`, label: 'backends', unit: 'MB', digits: 0 },
  { figure: `${when}Postgres`, label: 'other PostgreSQL', unit: 'MB', digits: 0 },
  { figure: `${when}Npm`, label: 'npm', unit: 'MB', digits: 0 },
  { figure: `${when}Count`, label: 'backends', digits: 0 },
];

interface Checkout {
  name: string;
  folder: string;
  command: readonly string[];
  isSite: boolean;
}

/** As its services start it: older checkouts have npm above the site. */
const startOf = (folder: string): string[] =>
  existsSync(join(folder, 'scripts/start.sh')) ? ['scripts/start.sh'] : ['npm', 'start', '--silent'];

export const benchSize = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-bench-'));
  const removeFolder = addCleanup(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  // The database may run as another user, which needs access to the folder.
  await chmod(folder, 0o711);
  const other = process.env['BENCH_AGAINST'];
  const checkouts: Checkout[] = [
    { name: 'this checkout', folder: root, command: startOf(root), isSite: true },
    ...(other === undefined
      ? []
      : [{ name: 'the other checkout', folder: other, command: startOf(other), isSite: true }]),
    {
      name: 'Fastify, one route and pg',
      folder: root,
      command: [process.execPath, 'lab/bench/size-floor.ts'],
      isSite: false,
    },
  ];
  const limit = limitMb > 0 ? createMemoryLimit(limitMb) : undefined;
  // Leaves what a warm start finds, and builds the pages where they are not.
  for (const [at, checkout] of checkouts.entries()) {
    await (await startIn(checkout, dataOf(folder, at), limit)).end();
  }
  const subjects = await alternate(
    checkouts.map((checkout, at): Subject => ({
      name: checkout.name,
      run: () => measure(checkout, dataOf(folder, at), limit),
    })),
    rounds,
  );
  const firstStarts = isFull ? await measureFirstStarts(checkouts, folder) : [];
  await limit?.remove();
  await removeFolder();

  const reference = other === undefined ? 'Fastify, one route and pg' : 'the other checkout';
  const limited = limit ? `, limited to ${limitMb} MB` : '';
  const tables = [
    {
      title: `Memory ${idleSeconds} s after a start on built pages${limited}, ${rounds} alternating runs`,
      columns: memoryColumns('idle'),
      reference,
      subjects,
    },
    {
      title: `Memory after ${playMs / 60_000} minutes of ${playerCount} players${limited}`,
      columns: memoryColumns('played'),
      reference,
      subjects: subjects.filter(({ runs }) => runs['playedTotal'] !== undefined),
    },
    {
      title: 'A start on built pages',
      columns: [
        { figure: 'readyMs', label: 'until it is open', unit: 'ms', digits: 0 },
        { figure: 'startMs', label: 'processor time', unit: 'ms', digits: 0 },
      ],
      reference,
      subjects,
    },
    {
      title: 'What the players left',
      columns: [
        { figure: 'bets', label: 'bets', digits: 0 },
        { figure: 'failures', label: 'failed calls', digits: 0 },
        { figure: 'logBytes', label: 'log per bet', unit: 'bytes', digits: 0 },
        { figure: 'tableBytes', label: 'tables per bet', unit: 'bytes', digits: 0 },
        { figure: 'peakMb', label: 'peak with files', unit: 'MB', digits: 0 },
      ],
      subjects: subjects.filter(({ runs }) => runs['bets'] !== undefined),
    },
    {
      title: 'What is installed',
      columns: [
        { figure: 'files', label: 'files', digits: 0 },
        { figure: 'megabytes', label: 'size', unit: 'MB', digits: 0 },
      ],
      subjects: checkouts
        .filter(({ isSite }) => isSite)
        .map(({ name, folder: checkout }) => {
          const { files, bytes } = sizeOf(join(checkout, 'node_modules'));
          return { name, runs: { files: [files], megabytes: [bytes / megabyte] } };
        }),
    },
    ...(isFull
      ? [
          {
            title: 'A start without built pages and data, once',
            columns: [
              { figure: 'firstMs', label: 'until it is open', unit: 'ms', digits: 0 },
              { figure: 'cloneMs', label: 'with clone and npm ci', unit: 'ms', digits: 0 },
            ],
            subjects: firstStarts,
          },
        ]
      : []),
  ];
  report(other === undefined ? 'size' : 'size-against', tables, {
    isCommitted: other === undefined && limit === undefined && playerCount === 20,
  });
};

const dataOf = (folder: string, at: number): string => join(folder, String(at));

const startIn = ({ folder, command }: Checkout, data: string, limit?: MemoryLimit): Promise<SizedSite> =>
  startSized({
    folder,
    command,
    limit,
    env: { DATA_DIR: join(data, 'data'), NODE_COMPILE_CACHE: join(data, 'compiled') },
  });

const measure = async (checkout: Checkout, data: string, limit?: MemoryLimit): Promise<Figures> => {
  const site = await startIn(checkout, data, limit);
  const startUs = familyTime(site.pid);
  await sleep(idleSeconds * 1_000);
  const figures: Record<string, number | undefined> = {
    readyMs: site.readyMs,
    startMs: startUs === undefined ? undefined : startUs / 1_000,
    ...toFigures('idle', familyMemory(site.pid)),
  };
  if (checkout.isSite && playMs > 0) {
    const before = await readWritten(join(data, 'data'));
    const played = await playFor(site.url, playMs);
    Object.assign(figures, toFigures('played', familyMemory(site.pid)));
    const after = await readWritten(join(data, 'data'));
    figures['bets'] = played.bets;
    figures['failures'] = played.failures;
    figures['logBytes'] = (after.log - before.log) / played.bets;
    figures['tableBytes'] = (after.tables - before.tables) / played.bets;
    const peakBytes = limit?.peakBytes();
    figures['peakMb'] = peakBytes === undefined ? undefined : peakBytes / megabyte;
  }
  await site.end();
  return figures;
};

const toFigures = (when: string, memory: FamilyMemory | undefined): Record<string, number> =>
  memory === undefined
    ? {}
    : {
        [`${when}Total`]: memory.total / megabyte,
        [`${when}Node`]: (memory.bytes.node + memory.bytes.other) / megabyte,
        [`${when}Backends`]: memory.bytes.backends / megabyte,
        [`${when}Postgres`]: memory.bytes.postgres / megabyte,
        [`${when}Npm`]: memory.bytes.npm / megabyte,
        [`${when}Count`]: memory.backends,
      };

/** Bytes of the log and of all tables with their indexes until now, read through the socket of the site's database. */
const readWritten = async (dataDir: string): Promise<{ log: number; tables: number }> => {
  const database = openDatabase({
    address: {
      host: join(dataDir, 'postgres-socket'),
      port: 5432,
      user: 'postgres',
      password: readPassword(dataDir),
      database: 'fairground',
    },
    connections: 1,
    onError: () => undefined,
  });
  try {
    const [row] = await database.query<{ bytes: string }>({
      text: `SELECT sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      values: [],
    });
    return { log: await writtenBytes(database), tables: Number(row?.bytes) };
  } finally {
    await database.close();
  }
};

/** What a folder takes with all that is in it; links are not followed. */
const sizeOf = (folder: string): { files: number; bytes: number } => {
  const sum = { files: 0, bytes: 0 };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // What programs keep there is not installed.
    if (!entry.isFile() || entry.parentPath.startsWith(join(folder, '.cache'))) continue;
    sum.files += 1;
    sum.bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return sum;
};

/** Clones each checkout and installs it, as a newcomer does. What is not committed is not in it. */
const measureFirstStarts = async (checkouts: readonly Checkout[], folder: string) => {
  const results = [];
  for (const [at, checkout] of checkouts.entries()) {
    if (!checkout.isSite) continue;
    console.error(`a fresh clone: ${checkout.name}`);
    const clone = join(folder, `clone-${at}`);
    const startedAt = performance.now();
    execFileSync('git', ['clone', '--quiet', checkout.folder, clone], { stdio: 'inherit' });
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: clone, stdio: 'inherit' });
    const site = await startIn({ ...checkout, folder: clone }, join(clone, 'run'));
    const cloneMs = performance.now() - startedAt;
    await site.end();
    results.push({ name: checkout.name, runs: { firstMs: [site.readyMs], cloneMs: [cloneMs] } });
  }
  return results;
};
