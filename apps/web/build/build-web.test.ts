import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeAbandoned, swapIn } from './build-web.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-swap-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
};

it('swaps a bundle in with the pages of the former one, which a running process may still read', async () => {
  const dist = join(folder, 'dist');
  for (const release of ['first', 'second', 'third']) {
    const stamp = release.padEnd(64, '0');
    await write('built/stamp.txt', stamp);
    await write('built/assets/main.js', release);
    await swapIn(join(folder, 'built'), dist, join(folder, `former-${release}`));
    await write(`dist/private/pages/${stamp.slice(0, 16)}/en.html`, `a page of the ${release} release`);
  }
  expect(await readFile(join(dist, 'assets/main.js'), 'utf8')).toBe('third');
  const kept = (await readdir(join(dist, 'private/pages'))).map((name) => name.replace(/0+$/, ''));
  expect(kept.toSorted()).toEqual(['second', 'third']);
  const page = join(dist, 'private/pages', 'second'.padEnd(16, '0'), 'en.html');
  expect(await readFile(page, 'utf8')).toBe('a page of the second release');
});

it('leaves the bundle of another build of the same sources, whose site already serves it', async () => {
  const dist = join(folder, 'dist');
  for (const build of ['first', 'second']) {
    await write(`${build}/stamp.txt`, 'the same');
    await write(`${build}/assets/main.js`, `of the ${build} build`);
  }
  for (const build of ['first', 'second'])
    await swapIn(join(folder, build), dist, join(folder, `old-${build}`));
  expect(await readFile(join(dist, 'assets/main.js'), 'utf8')).toBe('of the first build');
});

it('removes what builds left that were killed, and nothing of those that may still run', async () => {
  await write('build-1/dist/index.html', 'half of a page');
  await write('build-2/dist/index.html', 'half of a page');
  await write('compile/kept', 'another cache');
  const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400;
  for (const name of ['build-1', 'compile']) await utimes(join(folder, name), twoDaysAgo, twoDaysAgo);
  await removeAbandoned(folder);
  expect((await readdir(folder)).toSorted()).toEqual(['build-2', 'compile']);
  await removeAbandoned(join(folder, 'not-there'));
});
