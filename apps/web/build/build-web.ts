/**
 * Builds the pages, and the console of the staff, into apps/web/dist in two steps, each done again only when what goes
 * into it has changed: the bundle, by a stamp over the sources; and the HTML of the public pages, by the posts and the
 * figures of the site that is started (see prerender-pages.ts). The work happens in a separate process, so that a
 * server that starts keeps its memory and event loop.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path, { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readSettings } from '../../server/src/platform/settings.ts';
import { endWithParent, runInOwnProcess } from './own-process.ts';
import { keyOfPages, prerenderPages, readFacts, writeTemplates, type PageFacts } from './prerender-pages.ts';

export interface BuildOptions {
  log: (line: string) => void;
  /** The settings of the site that the pages are for; by default those of this process. */
  env?: NodeJS.ProcessEnv;
}

export interface BuiltPages {
  built: boolean;
  /** The bundle: fingerprinted assets and public files. */
  bundleFolder: string;
  /** What the server answers for paths: HTML and pages.json. */
  htmlFolder: string;
}

const root = join(import.meta.dirname, '../../..');
const web = join(root, 'apps/web');
const staffConsole = join(root, 'apps/console');

interface Folders {
  dist: string;
  /** Where HTML is written; PAGES_DIR leads elsewhere where the sources are read only for the site. */
  pagesDir: string;
}

/** BUNDLE_DIR is the folder of a separate bundle, such as one for an API at another origin. */
const foldersOf = (env: NodeJS.ProcessEnv): Folders => {
  const dist = path.resolve(env['BUNDLE_DIR'] || join(web, 'dist'));
  return { dist, pagesDir: path.resolve(env['PAGES_DIR'] || join(dist, 'private/pages')) };
};

const thisFile = fileURLToPath(import.meta.url);

/** Everything the bundle is made of. The lockfile represents all dependencies. */
const inputs = [
  'apps/web/{src,public}/**/*',
  'apps/web/{index.html,vite.config.ts,package.json}',
  'apps/console/src/**/*',
  'apps/console/{index.html,vite.config.ts,package.json}',
  'packages/{contract,fairness}/src/**/*.ts',
  'packages/site-kit/src/**/*',
  'packages/game-kit/**/*.{ts,tsx,css}',
  'games/*.ts',
  'games/*/*.ts',
  'games/*/web/**/*',
  'apps/web/build/{build-web,own-process,prerender-pages,shared-files}.ts',
  'apps/server/src/pages/prerenderer.ts',
  'package-lock.json',
];
const buildSettings = ['VITE_API_URL', 'VITE_SOCKET_URL'];

/** Builds what has changed since the last build; throws when that fails. */
export async function buildWeb({ log, env = process.env }: BuildOptions): Promise<BuiltPages> {
  const stamp = stampOfInputs(env);
  const { dist: bundleFolder, pagesDir } = foldersOf(env);
  const htmlFolder = folderOfHtml(pagesDir, stamp, await readFacts(readSettings(env)));
  if ((await isBundled(bundleFolder, stamp)) && existsSync(htmlFolder))
    return { built: false, bundleFolder, htmlFolder };
  log('building the pages');
  const startedAt = performance.now();
  await runInOwnProcess(thisFile, ['--stamp', stamp], {
    cwd: web,
    env: { ...env, NODE_ENV: 'production' },
  });
  log(`built the pages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return { built: true, bundleFolder, htmlFolder };
}

/** Named by all that goes into it, so that several builds may share a folder. */
const folderOfHtml = (pagesDir: string, stamp: string, facts: PageFacts): string =>
  join(pagesDir, keyOfPages(stamp, facts));

function stampOfInputs(env: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256');
  const files = globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) {
    const content = readFileSync(file);
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  for (const name of buildSettings) hash.update(`${name}=${env[name] ?? ''}\0`);
  return hash.digest('hex');
}

async function isBundled(dist: string, stamp: string): Promise<boolean> {
  try {
    return (await readFile(join(dist, 'stamp.txt'), 'utf8')) === stamp;
  } catch {
    return false;
  }
}

/** On the same file system as the bundle, where a rename is one step. */
const unfinishedBundle = (dist: string): string => join(path.dirname(dist), '.cache', `build-${process.pid}`);

const unfinishedPages = (pagesDir: string): string => join(pagesDir, `unfinished-${process.pid}`);

async function build(stamp: string): Promise<void> {
  const { dist, pagesDir } = foldersOf(process.env);
  endWithParent(() => {
    for (const folder of [unfinishedBundle(dist), unfinishedPages(pagesDir)])
      rmSync(folder, { recursive: true, force: true });
  });
  if (!(await isBundled(dist, stamp))) await bundle(dist, stamp);
  const facts = await readFacts(readSettings(process.env));
  const htmlFolder = folderOfHtml(pagesDir, stamp, facts);
  if (existsSync(htmlFolder)) return;
  const folder = unfinishedPages(pagesDir);
  try {
    await mkdir(pagesDir, { recursive: true });
    await prerenderPages({ from: join(dist, 'private/prerender'), into: folder, facts });
    await rename(folder, htmlFolder).catch((error: unknown) => {
      // Another site that starts with the same settings was quicker.
      if (!existsSync(htmlFolder)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds in a separate folder and swaps at the end: a failed build leaves the old bundle in place. */
async function bundle(dist: string, stamp: string): Promise<void> {
  const folder = unfinishedBundle(dist);
  const pages = join(folder, 'dist');
  const prerender = join(pages, 'private/prerender');
  try {
    const { build: viteBuild } = await import('vite');
    const quiet = { logLevel: 'warn' as const, mode: 'production' };
    const shared = { ...quiet, configFile: join(web, 'vite.config.ts') };
    // One after the other: together they need a quarter more memory, and as much time of the processor. None
    // may empty the folder in which the others write.
    await viteBuild({ ...shared, build: { outDir: pages, emptyOutDir: false } });
    // A bundle of its own: it shares no file with players' pages.
    await viteBuild({
      ...quiet,
      configFile: join(staffConsole, 'vite.config.ts'),
      build: { outDir: join(pages, 'console'), emptyOutDir: false },
    });
    await viteBuild({
      ...shared,
      build: {
        outDir: prerender,
        emptyOutDir: false,
        ssr: 'src/prerender.tsx',
        // Only this machine reads it.
        minify: false,
        copyPublicDir: false,
      },
    });
    await writeTemplates({ bundle: pages, into: prerender });
    await addShortcuts(pages, prerender);
    await markServiceWorker(pages, stamp);
    await minifyThemeScript(pages);
    for (const folder of [pages, prerender]) await rm(join(folder, '.vite'), { recursive: true });
    await rm(join(pages, 'index.html'));
    await compressFiles(pages);
    await writeFile(join(pages, 'stamp.txt'), stamp);
    await swapIn(pages, dist, join(folder, 'old'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The shortcuts of the installed site are the games of its menu. */
async function addShortcuts(pages: string, prerender: string): Promise<void> {
  const { readShortcuts } = (await import(pathToFileURL(join(prerender, 'prerender.js')).href)) as {
    readShortcuts: () => Promise<readonly { name: string; url: string }[]>;
  };
  const file = join(pages, 'manifest.webmanifest');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...manifest, shortcuts: await readShortcuts() }));
}

/** Each build is a new service worker, which is how browsers learn of it. */
async function markServiceWorker(pages: string, stamp: string): Promise<void> {
  const file = join(pages, 'sw.js');
  const source = await readFile(file, 'utf8');
  const marked = source.replace("const BUILD = 'unbuilt';", `const BUILD = '${stamp.slice(0, 16)}';`);
  if (marked === source) throw new Error('sw.js has no place for the mark of the build');
  await writeFile(file, marked);
}

/** Vite copies it as it is, and it delays the first paint of every page. */
async function minifyThemeScript(pages: string): Promise<void> {
  const { minify } = await import('vite');
  const file = join(pages, 'theme.js');
  const { code, errors } = await minify(file, await readFile(file, 'utf8'));
  if (errors.length > 0) throw new Error(`theme.js cannot be minified: ${JSON.stringify(errors)}`);
  await writeFile(file, code);
}

/** Writes a .br and a .gz next to each text file, so that the server need not compress responses. */
async function compressFiles(pages: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,webmanifest,txt,json}', { cwd: pages });
  const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await Promise.all(
    files
      .filter((file) => !file.startsWith('private/'))
      .map(async (file) => {
        const content = await readFile(join(pages, file));
        if (content.length < 256) return;
        await writeFile(join(pages, `${file}.br`), await promisify(brotliCompress)(content, level));
        await writeFile(join(pages, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
      }),
  );
}

async function swapIn(pages: string, dist: string, old: string): Promise<void> {
  if (existsSync(dist)) await rename(dist, old);
  await rename(pages, dist);
}

if (process.argv[1] === thisFile) {
  const stamp = process.argv[process.argv.indexOf('--stamp') + 1];
  if (process.argv.includes('--stamp') && stamp !== undefined) await build(stamp);
  else {
    const { built } = await buildWeb({ log: (line) => console.log(line) });
    if (!built) console.log('the pages are up to date');
  }
}
