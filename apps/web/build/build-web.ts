/**
 * Builds the pages, and the console of the staff, into apps/web/dist in two parts, each made again only when what goes
 * into it has changed: the bundle, by a stamp over the sources; and the HTML of the public pages, by the posts and the
 * figures of the site that is started (see prerender-pages.ts). Each step is a process of its own, one after the other,
 * so that a small machine needs the memory of the largest alone, and a server that starts keeps its event loop.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants as priorities, setPriority } from 'node:os';
import path, { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readSettings } from '../../server/src/platform/settings.ts';
import { nameFiles } from './file-names.ts';
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
  'apps/web/build/{build-web,file-names,icons,manifest,own-process,prerender-pages,shared-files,text-parts}.ts',
  'apps/server/src/pages/prerenderer.ts',
  'package-lock.json',
];
const buildSettings = ['VITE_API_URL', 'VITE_SOCKET_URL'];

/** What is done for a bundle, and what for its pages. */
const bundleSteps = {
  players: 'the bundle of players',
  staff: 'the bundle of the console',
  prerenderer: 'the program that writes pages',
} as const;
const pageStep = { pages: 'the pages of this site' } as const;
type Step = keyof typeof bundleSteps | keyof typeof pageStep | 'finish';

/** Builds what has changed since the last build; throws when that fails. Then `finishBundle` can follow. */
export async function buildWeb({ log, env = process.env }: BuildOptions): Promise<BuiltPages> {
  const stamp = stampOfInputs(env);
  const { dist: bundleFolder, pagesDir } = foldersOf(env);
  const htmlFolder = folderOfHtml(pagesDir, stamp, await readFacts(readSettings(env)));
  const isCurrent = await isBundled(bundleFolder, stamp);
  if (isCurrent && existsSync(htmlFolder)) return { built: false, bundleFolder, htmlFolder };
  const startedAt = performance.now();
  const steps = Object.entries({ ...(isCurrent ? {} : bundleSteps), ...pageStep }) as [Step, string][];
  const unfinished = unfinishedBundle(bundleFolder);
  await removeAbandoned(path.dirname(unfinished));
  try {
    for (const [index, [step, title]] of steps.entries()) {
      log(`building the pages, step ${index + 1} of ${steps.length}: ${title}`);
      await runStep(step, [stamp, unfinished], { cwd: web, env });
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  log(`built the pages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return { built: true, bundleFolder, htmlFolder };
}

/**
 * Replaces the quickly compressed files of the bundle by the smallest, once for a bundle. That takes a third of the
 * processor time of the build and needs no hurry: a site that has just started does it while it serves.
 */
export async function finishBundle({ log, env = process.env }: BuildOptions): Promise<void> {
  const { dist } = foldersOf(env);
  if (!existsSync(join(dist, 'stamp.txt')) || existsSync(join(dist, finished))) return;
  await runStep('finish', [], { cwd: dist, env });
  log('the files of the pages are as small as they get');
}

const runStep = (
  step: Step,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<void> =>
  runInOwnProcess(thisFile, ['--step', step, ...args], { cwd, env: { ...env, NODE_ENV: 'production' } });

/** Named by all that goes into it, so that several builds may share a folder. */
const folderOfHtml = (pagesDir: string, stamp: string, facts: PageFacts): string =>
  join(pagesDir, folderOfBundle(stamp), keyOfPages(stamp, facts));

/** The folder of all pages that were made with a bundle. */
const folderOfBundle = (stamp: string): string => stamp.slice(0, 16);

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

const dayMs = 86_400_000;

/** Bundles in the folder of unfinished ones whose builds were killed, a day ago or more. */
export async function removeAbandoned(folder: string, nowMs = Date.now()): Promise<void> {
  for (const name of globSync('build-*', { cwd: folder })) {
    const each = join(folder, name);
    // Another build may have removed it meanwhile.
    const found = statSync(each, { throwIfNoEntry: false });
    if (found && found.mtimeMs < nowMs - dayMs) await rm(each, { recursive: true, force: true });
  }
}

/**
 * On the same file system as the pages, and never in the bundle: a build that swaps its own in removes what the old one
 * contains.
 */
const unfinishedPages = (unfinished: string): string =>
  process.env['PAGES_DIR']
    ? join(path.resolve(process.env['PAGES_DIR']), `unfinished-${process.pid}`)
    : join(unfinished, 'pages');

const runs: Record<Step, (stamp: string, unfinished: string) => Promise<void>> = {
  async players(_stamp, unfinished) {
    const { build } = await import('vite');
    await build({
      ...quiet,
      configFile: join(web, 'vite.config.ts'),
      build: { outDir: join(unfinished, 'dist'), emptyOutDir: false },
    });
    await nameFiles(join(unfinished, 'dist'));
  },
  // A bundle of its own: it shares no file with players' pages.
  async staff(_stamp, unfinished) {
    const { build } = await import('vite');
    await build({
      ...quiet,
      configFile: join(staffConsole, 'vite.config.ts'),
      build: { outDir: join(unfinished, 'dist/console'), emptyOutDir: false },
    });
  },
  prerenderer: completeBundle,
  pages: writePages,
  finish: compressFully,
};

const quiet = { logLevel: 'warn' as const, mode: 'production' };

async function runAsStep(step: Step, [stamp = '', unfinished = '']: readonly string[]): Promise<void> {
  endWithParent(step === 'finish' ? [unfinishedFiles] : [unfinished, unfinishedPages(unfinished)]);
  await runs[step](stamp, unfinished);
}

async function writePages(stamp: string, unfinished: string): Promise<void> {
  const { dist, pagesDir } = foldersOf(process.env);
  const facts = await readFacts(readSettings(process.env));
  const htmlFolder = folderOfHtml(pagesDir, stamp, facts);
  if (existsSync(htmlFolder)) return;
  const folder = unfinishedPages(unfinished);
  try {
    await prerenderPages({ from: join(dist, 'private/prerender'), into: folder, facts });
    await mkdir(path.dirname(htmlFolder), { recursive: true });
    await rename(folder, htmlFolder).catch((error: unknown) => {
      // Another site that starts with the same settings was quicker.
      if (!existsSync(htmlFolder)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds the program that writes pages, and swaps the bundle in: a build that failed leaves the old one in place. */
async function completeBundle(stamp: string, unfinished: string): Promise<void> {
  const { dist } = foldersOf(process.env);
  const pages = join(unfinished, 'dist');
  const prerender = join(pages, 'private/prerender');
  const { build } = await import('vite');
  await build({
    ...quiet,
    configFile: join(web, 'vite.config.ts'),
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
  await compressQuickly(pages);
  await writeFile(join(pages, 'stamp.txt'), stamp);
  await swapIn(pages, dist, join(unfinished, 'old'));
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

/** The files that are sent compressed. */
const textFiles = async (folder: string): Promise<{ file: string; content: Buffer }[]> => {
  const names = globSync('**/*.{js,css,svg,webmanifest,txt,json}', { cwd: folder });
  const files = names
    .filter((file) => !file.startsWith('private/') && file !== 'stamp.txt')
    .map(async (file) => ({ file, content: await readFile(join(folder, file)) }));
  return (await Promise.all(files)).filter(({ content }) => content.length >= 256);
};

const toBrotli = (content: Buffer, quality: number): Promise<Buffer> =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** Writes a .br and a .gz next to each text file, so that the server need not compress responses. */
async function compressQuickly(pages: string): Promise<void> {
  for (const { file, content } of await textFiles(pages)) {
    await writeFile(join(pages, `${file}.br`), await toBrotli(content, 5));
    await writeFile(join(pages, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
  }
}

/** Says that each .br is the smallest. */
const finished = 'private/finished.txt';
const unfinishedFiles = `private/unfinished-${process.pid}`;

/**
 * Works in the folder that the process stands in, by relative paths: where another build swaps its bundle in meanwhile,
 * they still lead to the old one.
 */
async function compressFully(): Promise<void> {
  setPriority(priorities.priority.PRIORITY_LOW);
  try {
    await mkdir(unfinishedFiles);
    for (const { file, content } of await textFiles('.')) {
      const written = join(unfinishedFiles, 'file.br');
      await writeFile(written, await toBrotli(content, 11));
      // The server never sees half of a file.
      await rename(written, `${file}.br`);
    }
    await writeFile(finished, '');
  } finally {
    await rm(unfinishedFiles, { recursive: true, force: true });
  }
}

/**
 * The pages of the former bundle come along: a process that still runs reads them when they are asked for. Nothing is
 * done where another build of the same sources was quicker: its site already serves that bundle.
 */
export async function swapIn(pages: string, dist: string, old: string): Promise<void> {
  const stamp = await readFile(join(pages, 'stamp.txt'), 'utf8');
  if (await isBundled(dist, stamp)) return;
  if (existsSync(dist)) {
    const formerStamp = await readFile(join(dist, 'stamp.txt'), 'utf8').catch(() => undefined);
    await rename(dist, old);
    const former = join('private/pages', folderOfBundle(formerStamp ?? 'unknown'));
    if (existsSync(join(old, former))) {
      await mkdir(join(pages, 'private/pages'), { recursive: true });
      await rename(join(old, former), join(pages, former));
    }
  }
  await rename(pages, dist).catch(async (error: unknown) => {
    if (!(await isBundled(dist, stamp))) throw error;
  });
}

if (process.argv[1] === thisFile) {
  const [option, step, ...args] = process.argv.slice(2);
  if (option === '--step' && step !== undefined && step in runs) await runAsStep(step as Step, args);
  else {
    const log = (line: string) => console.log(line);
    const { built } = await buildWeb({ log });
    await finishBundle({ log });
    if (!built) log('the pages are up to date');
  }
}
