/**
 * Builds the pages into apps/web/dist: bundles them, prerenders the public ones, and writes pages.json, which
 * tells the server what to answer for a path. A stamp over everything that goes in makes the second run free.
 * The work happens in a process of its own, so that a server that starts keeps its memory and event loop.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { BlogPost } from '@fairground/contract/blog';
import type { GamesConfig } from '@fairground/contract/config';
import { toGamesConfig } from '../apps/server/src/app/games-config.ts';
import { readPosts } from '../apps/server/src/platform/post-files.ts';
import { readSettings } from '../apps/server/src/platform/settings.ts';

export interface BuildOptions {
  log: (line: string) => void;
}

const root = join(import.meta.dirname, '..');
const web = join(root, 'apps/web');
const dist = join(web, 'dist');
const work = join(web, '.cache');
const thisFile = fileURLToPath(import.meta.url);

/** Everything the pages are made of. The lockfile stands for all dependencies. */
const inputs = [
  'apps/web/{src,public}/**/*',
  'apps/web/{index.html,vite.config.ts,package.json}',
  'packages/{contract,games,fairness,content}/src/**/*.ts',
  // Posts and figures that stand in prerendered pages.
  'content/blog/*.md',
  'apps/server/src/app/games-config.ts',
  'apps/server/src/platform/{settings,post-files}.ts',
  'scripts/build-web.ts',
  'package-lock.json',
];
const settings = ['VITE_API_URL', 'VITE_SOCKET_URL'];

/** Builds when anything changed since the last build; throws when that fails. */
export async function buildWeb({ log }: BuildOptions): Promise<{ built: boolean }> {
  const stamp = stampOfInputs();
  if (await isBuilt(stamp)) return { built: false };
  log('building the pages');
  const startedAt = performance.now();
  await runInOwnProcess(stamp);
  log(`built the pages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return { built: true };
}

function stampOfInputs(): string {
  const hash = createHash('sha256');
  const files = globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) {
    const content = readFileSync(file);
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  for (const name of settings) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('hex');
}

async function isBuilt(stamp: string): Promise<boolean> {
  try {
    return (await readFile(join(dist, 'stamp.txt'), 'utf8')) === stamp;
  } catch {
    return false;
  }
}

function runInOwnProcess(stamp: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [thisFile, '--stamp', stamp], {
      cwd: web,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The pages could not be built:\n${output}`));
    });
  });
}

/** Builds beside the old pages and swaps at the end: a failed build leaves those in place. */
async function build(stamp: string): Promise<void> {
  const folder = join(work, `build-${process.pid}`);
  const pages = join(folder, 'dist');
  try {
    const { build: viteBuild } = await import('vite');
    const shared = { configFile: join(web, 'vite.config.ts'), logLevel: 'warn' as const, mode: 'production' };
    await viteBuild({ ...shared, build: { outDir: pages } });
    await viteBuild({
      ...shared,
      build: {
        outDir: join(folder, 'prerender'),
        ssr: 'src/prerender.tsx',
        manifest: false,
        copyPublicDir: false,
      },
    });
    await prerenderPages(pages, join(folder, 'prerender/prerender.js'));
    await markServiceWorker(pages, stamp);
    await rm(join(pages, '.vite'), { recursive: true });
    await compressFiles(pages);
    await writeFile(join(pages, 'stamp.txt'), stamp);
    await swapIn(pages, join(folder, 'old'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface PageFacts {
  posts: BlogPost[];
  gamesConfig: GamesConfig;
}

interface RenderedPage {
  html: string;
  title: string;
  description: string;
  head: string;
  data: string;
  unlisted: boolean;
}

/** What apps/web/src/prerender.tsx exports. */
interface Prerenderer {
  publicPaths: (facts: PageFacts) => string[];
  guardedPaths: readonly string[];
  renderPage: (path: string, facts: PageFacts) => Promise<RenderedPage>;
}

/** What the pages would ask a site with default settings for. */
async function readFacts(): Promise<PageFacts> {
  const posts = (await readPosts())
    .map(({ slug, ...post }) => ({ ...post, id: slug, tags: [...post.tags], likes: 0, liked: false }))
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return { posts, gamesConfig: toGamesConfig(readSettings({})) };
}

/** The shell of guarded pages is any one of them before it is known who is here: they all look the same then. */
async function prerenderPages(pages: string, bundle: string): Promise<void> {
  const { publicPaths, guardedPaths, renderPage } = (await import(pathToFileURL(bundle).href)) as Prerenderer;
  const facts = await readFacts();
  const template = await readFile(join(pages, 'index.html'), 'utf8');
  const files: Record<string, string> = {};
  for (const path of publicPaths(facts))
    files[path] = path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;

  const guarded = guardedPaths[0] ?? '/';
  const jobs = [
    ...Object.entries(files).map(([path, file]) => ({ path, file, indexed: true })),
    { path: guarded, file: 'app.html', indexed: false },
    { path: '/not-found', file: '404.html', indexed: false },
    { path: '/offline', file: 'offline/index.html', indexed: false },
  ];
  const loads = headOf(pages);
  const unlistedPaths: string[] = [];
  for (const { path, file, indexed } of jobs) {
    const start = path === '/offline' ? 'offline' : file === 'app.html' ? 'now' : 'idle';
    const { html, title, description, head, data, unlisted } = await renderPage(path, facts);
    if (unlisted) unlistedPaths.push(path);
    const found = indexed && !unlisted;
    if (/<script/i.test(html)) throw new Error(`${path} would need an inline script`);
    const page = template
      .replace(
        /<title>.*?<\/title>/,
        () => `<title>${escapeHtml(file === 'app.html' ? 'Fairground' : title)}</title>`,
      )
      .replace(
        /(<meta name="description" content=")[^"]*/,
        (_, start: string) => start + escapeHtml(description),
      )
      .replace(
        '</head>',
        () =>
          `${loads[start === 'now' ? 'now' : 'idle']}${found ? head : '<meta name="robots" content="noindex" />'}</head>`,
      )
      .replace(
        '<div id="root"></div>',
        () =>
          `<div id="root" data-start="${start}"${file === '404.html' ? ' data-page="not-found"' : ''}>${html}</div>${data}`,
      );
    await mkdir(dirname(join(pages, file)), { recursive: true });
    await writeFile(join(pages, file), page);
  }
  const map = {
    ...files,
    '/offline': 'offline/index.html',
    '*': 'app.html',
    '404': '404.html',
    guarded: guardedPaths,
    unlisted: unlistedPaths,
  };
  await writeFile(join(pages, 'pages.json'), `${JSON.stringify(map, null, 2)}\n`);
}

/** Each build is a new service worker, which is how browsers learn of it. */
async function markServiceWorker(pages: string, stamp: string): Promise<void> {
  const file = join(pages, 'sw.js');
  const source = await readFile(file, 'utf8');
  const marked = source.replace("const BUILD = 'unbuilt';", `const BUILD = '${stamp.slice(0, 16)}';`);
  if (marked === source) throw new Error('sw.js has no place for the mark of the build');
  await writeFile(file, marked);
}

interface ManifestEntry {
  file: string;
  imports?: string[];
}

/** Early loads: the fonts of the first screen, and the application where it is started at once. */
function headOf(pages: string): Record<'now' | 'idle', string> {
  const manifest = JSON.parse(readFileSync(join(pages, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >;
  const fonts = Object.values(manifest)
    .filter(({ file }) => /(bungee|figtree).*\.woff2$/.test(file))
    .map(({ file }) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`);
  const application = [...chunksOf(manifest, 'src/main.tsx')].map(
    (key) => `<link rel="modulepreload" crossorigin href="/${manifest[key]?.file}" />`,
  );
  if (application.length === 0) throw new Error('The application is not in the manifest of the build');
  return { idle: fonts.join(''), now: [...fonts, ...application].join('') };
}

function chunksOf(
  manifest: Record<string, ManifestEntry>,
  key: string,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(key) || manifest[key] === undefined) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) chunksOf(manifest, imported, seen);
  return seen;
}

/** Beside each text file stands a .br and a .gz, so that the server compresses nothing while serving. */
async function compressFiles(pages: string): Promise<void> {
  const files = globSync('**/*.{js,css,html,svg,webmanifest,txt,json}', { cwd: pages });
  const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(pages, file));
      if (content.length < 1024) return;
      await writeFile(join(pages, `${file}.br`), await promisify(brotliCompress)(content, level));
      await writeFile(join(pages, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

async function swapIn(pages: string, old: string): Promise<void> {
  if (existsSync(dist)) await rename(dist, old);
  await rename(pages, dist);
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

if (process.argv[1] === thisFile) {
  const stamp = process.argv[process.argv.indexOf('--stamp') + 1];
  if (process.argv.includes('--stamp') && stamp !== undefined) await build(stamp);
  else {
    const { built } = await buildWeb({ log: (line) => console.log(line) });
    if (!built) console.log('the pages are up to date');
  }
}
