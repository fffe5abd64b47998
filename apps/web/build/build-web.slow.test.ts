/** What a first start builds before it serves, what it leaves for later, and what it does not do again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, renameSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../server/test/free-port.ts';
import { makeDataDir } from '../../server/test/site-process.ts';
import { buildWeb, finishBundle } from './build-web.ts';

const cache = join(import.meta.dirname, '../.cache');
let folder: string;
let dist: string;
let env: NodeJS.ProcessEnv;
const lines: string[] = [];
const log = (line: string): void => void lines.push(line);

beforeAll(async () => {
  await mkdir(cache, { recursive: true });
  // Within the checkout, since what prerenders the pages imports React from there.
  folder = await mkdtemp(join(cache, 'test-'));
  dist = join(folder, 'dist');
  env = { ...process.env, BUNDLE_DIR: dist };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const compressedSizes = (): Map<string, number> =>
  new Map(globSync('**/*.br', { cwd: dist }).map((file) => [file, statSync(join(dist, file)).size]));

const isWhole = (file: string): boolean =>
  brotliDecompressSync(readFileSync(join(dist, file))).equals(
    readFileSync(join(dist, file.replace(/\.br$/, ''))),
  );

describe('the pages of a site that starts for the first time', () => {
  it('are built in four steps, each of which is said, and are compressed quickly', async () => {
    const { built, htmlFolder } = await buildWeb({ log, env });
    expect(built).toBe(true);
    expect(lines.map((line) => line.replace(/[\d.]+ s$/, '').replace(/:.*/, ''))).toEqual([
      'building the pages, step 1 of 4',
      'building the pages, step 2 of 4',
      'building the pages, step 3 of 4',
      'building the pages, step 4 of 4',
      'built the pages in ',
    ]);
    expect(existsSync(join(htmlFolder, 'en/index.html'))).toBe(true);
    expect(existsSync(join(dist, 'console/index.html'))).toBe(true);
    expect(globSync('.cache/*', { cwd: folder })).toEqual([]);
    const files = [...compressedSizes().keys()];
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => !isWhole(file))).toEqual([]);
  });

  it('are not built again', async () => {
    lines.length = 0;
    expect((await buildWeb({ log, env })).built).toBe(false);
    expect(lines).toEqual([]);
  });

  it('become smaller afterwards, and no half of a file is served meanwhile', async () => {
    // A part of them says as much; of the others nothing is left to compress.
    const rest = [...compressedSizes().keys()].filter((_, at) => at % 5 > 0);
    for (const file of rest) for (const path of [file, file.replace(/\.br$/, '')]) await rm(join(dist, path));
    const before = compressedSizes();
    let isFinished = false;
    const finishing = finishBundle({ log, env }).finally(() => (isFinished = true));
    const [largest = ''] = [...before].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    let reads = 0;
    while (!isFinished) {
      expect(isWhole(largest)).toBe(true);
      reads += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await finishing;
    expect(reads).toBeGreaterThan(10);
    const after = compressedSizes();
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((total, size) => total + size, 0);
    expect(sum(after)).toBeLessThan(0.95 * sum(before));
    expect([...after.keys()].filter((file) => !isWhole(file))).toEqual([]);
    expect(globSync('private/unfinished-*', { cwd: dist })).toEqual([]);
  });

  it('are finished once', async () => {
    lines.length = 0;
    await finishBundle({ log, env });
    expect(lines).toEqual([]);
    expect((await buildWeb({ log, env })).built).toBe(false);
  });
});

it('pages are whole where another build swaps its bundle in while they are written', async () => {
  const [first, again] = [await buildWeb({ log, env }), join(folder, 'again')];
  await cp(dist, again, { recursive: true });
  for (const each of [dist, again]) await rm(join(each, 'private/pages'), { recursive: true });
  const building = buildWeb({ log, env });
  const areWritten = () => globSync('{dist/private/pages,.cache}/**/404.html', { cwd: folder }).length > 0;
  while (!areWritten()) await new Promise((resolve) => setTimeout(resolve, 1));
  renameSync(dist, join(folder, 'old'));
  renameSync(again, dist);
  await rm(join(folder, 'old'), { recursive: true });
  const { built, htmlFolder } = await building;
  expect({ built, htmlFolder }).toEqual({ built: true, htmlFolder: first.htmlFolder });
  for (const language of ['en', 'es'])
    expect(existsSync(join(htmlFolder, language, '404.html')), language).toBe(true);
});

/** Whether a process of the group is left. */
const isAlive = (group: number): boolean => {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
};

const childrenOf = (pid: number): string => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a start that is ended by %s while it builds leaves no process and no unfinished file',
  async (signal) => {
    const { dataDir, remove } = await makeDataDir();
    const own = await mkdtemp(join(folder, `${signal}-`));
    const start = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: join(import.meta.dirname, '../../..'),
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        BUNDLE_DIR: join(own, 'dist'),
        PORT: String(await findFreePort()),
        LOG_LEVEL: 'info',
      },
      // A group of its own, by which what it starts is found.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    start.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const group = start.pid ?? 0;
    const limit = { timeout: 120_000, interval: 50 };
    await expect.poll(() => output, limit).toContain('step 2 of 4');
    // The step is said before its process runs.
    await expect.poll(() => childrenOf(group), limit).not.toBe('');
    start.kill(signal);
    await once(start, 'exit');
    await expect.poll(() => isAlive(group), limit).toBe(false);
    expect(globSync(['*', '.cache/*'], { cwd: own })).toEqual([]);
    await remove();
  },
);
