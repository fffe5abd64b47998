/**
 * How long the site takes from the start of its process until it answers a request for a page: cold, with an empty
 * data folder and no compiled code, and warm, with what the first start left, which ended in order or was killed while
 * guests were made. The pages are built before.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSiteProcess } from '../../apps/server/test/site-process.ts';
import { alternate, type Figures } from './lib/alternate.ts';
import { addCleanup } from './lib/cleanups.ts';
import { familyTime } from './lib/processor-time.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(7, 1));

/** Guests of one run before the kill. */
const guestsBeforeKill = sized(2_000, 50);

const columns: readonly Column[] = [
  { figure: 'ms', label: 'until a page is answered', unit: 'ms', digits: 0 },
  { figure: 'processorMs', label: 'processor time', unit: 'ms', digits: 0 },
];

export const benchStart = async (): Promise<void> => {
  const folders: string[] = [];
  const removeFolders = addCleanup(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  const addFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'fairground-bench-'));
    folders.push(folder);
    return folder;
  };
  const warm = await addFolder();
  // Builds the pages where they are not, and leaves what a warm start finds.
  await start(warm);
  const subjects = await alternate(
    [
      { name: 'cold', run: async () => start(await addFolder()) },
      { name: 'warm', run: () => start(warm) },
      {
        name: 'warm, after kill -9 under load',
        run: async () => {
          await killUnderLoad(warm);
          return start(warm);
        },
      },
    ],
    rounds,
  );
  await removeFolders();
  report('start', [
    {
      title: `The start of the site with its embedded database, ${rounds} alternating runs`,
      columns,
      reference: 'cold',
      subjects,
    },
  ]);
};

const open = (folder: string) =>
  startSiteProcess({ DATA_DIR: join(folder, 'data'), NODE_COMPILE_CACHE: join(folder, 'compiled') });

/** Kills the site while it makes guests as fast as it can; its database recovers what was not yet in its files. */
const killUnderLoad = async (folder: string): Promise<void> => {
  const site = await open(folder);
  const stop = addCleanup(() => site.end('SIGKILL'));
  let isOver = false;
  let made = 0;
  const makeGuests = async (): Promise<void> => {
    while (!isOver) {
      const response = await fetch(`${site.url}/api/auth/guest`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ adult: true }),
      }).catch(() => undefined);
      if (response?.status !== 201) {
        if (isOver) return;
        throw new Error(`a guest was refused: ${response?.status ?? 'no answer'}`);
      }
      made += 1;
      if (made === guestsBeforeKill) {
        isOver = true;
        await stop();
      }
    }
  };
  await Promise.all(Array.from({ length: 16 }, makeGuests));
};

/** Processor time is of the site and its children, without those that the database server started. */
const start = async (folder: string): Promise<Figures> => {
  const startedAt = performance.now();
  const site = await open(folder);
  const stop = addCleanup(() => site.end('SIGTERM'));
  const response = await fetch(site.url);
  await response.text();
  const ms = performance.now() - startedAt;
  const used = familyTime(site.child.pid ?? 0);
  await stop();
  if (!response.ok) throw new Error(`the site answered with ${response.status}`);
  return { ms, processorMs: used === undefined ? undefined : used / 1_000 };
};
