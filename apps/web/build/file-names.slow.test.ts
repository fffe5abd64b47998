/** A release in which one text has changed: players who return fetch the file that has it, and the list of files. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build, type Plugin } from 'vite';
import { nameFiles } from './file-names.ts';

const web = join(import.meta.dirname, '..');
let folder: string;
let former: ReadonlySet<string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-names-'));
  former = await filesOf('former');
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The bundle of the site's pages with changed modules. */
async function filesOf(name: string, plugins: readonly Plugin[] = []): Promise<Set<string>> {
  const outDir = join(folder, name);
  await build({
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'error',
    mode: 'production',
    plugins: [...plugins],
    build: { outDir, emptyOutDir: true, minify: false, copyPublicDir: false },
  });
  await nameFiles(outDir);
  return new Set((await readdir(join(outDir, 'assets'))).filter((file) => file.endsWith('.js')));
}

const changing = (module: string, from: string, to: string): Plugin => ({
  name: 'change',
  enforce: 'post',
  transform(code, id) {
    return id.endsWith(module) && code.includes(from) ? { code: code.replace(from, to), map: null } : null;
  },
});

/** The names of the files that a release has and the former one has not, without what tells their versions apart. */
const renamedIn = (files: ReadonlySet<string>): string[] =>
  [...files].filter((file) => !former.has(file)).map((file) => file.slice(0, -'-abcdef.js'.length));

it('a changed text renames the file that has it and the list, in either language', async () => {
  const texts = JSON.parse(await readFile(join(web, 'src/messages/es.json'), 'utf8')) as {
    break: Record<string, string>;
  };
  const spanish = texts.break['limits.willEnd']?.slice(0, 12) ?? '';
  expect(spanish).toHaveLength(12);
  const files = await filesOf('later', [
    changing('/src/messages/break.es.js', spanish, `${spanish} x`),
    changing('/src/messages/faq.en.js', 'coins', 'shiny coins'),
  ]);
  expect(files.size).toBe(former.size);
  expect(renamedIn(files).toSorted()).toEqual(['break.es', 'faq.en', 'files']);
}, 300_000);

it('a change of the application renames neither pages nor React', async () => {
  const files = await filesOf('application', [changing('/src/app/header.tsx', '', 'document.title = "";\n')]);
  expect(renamedIn(files)).toEqual(['main']);
}, 300_000);
