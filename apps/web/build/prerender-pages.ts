/**
 * Writes the HTML of the public pages, in each language: made from the bundle, the posts, and the figures of the
 * site that is started, so that a page without script shows what applies to this site. pages.json next to it lists
 * what the server sends for each path.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { originalLanguage, type PostLanguage } from '../../../packages/content/src/languages.ts';
import type { GamesConfig } from '@fairground/contract/config';
import { loadGamesConfig } from '../../server/src/site/games-config.ts';
import { readPosts } from '../../server/src/content/blog/post-files.ts';
import { listIn } from '../../server/src/content/blog/service.ts';
import type { Settings } from '../../server/src/platform/settings.ts';
import {
  openPrerenderer,
  preloadOf,
  type PageFacts,
  type PageJob,
  type Preloads,
} from '../../server/src/pages/prerenderer.ts';
import { readManifest, type Manifest } from './manifest.ts';

export type { PageFacts };

/** What the pages would ask the site for. */
export async function readFacts(settings: Settings): Promise<PageFacts> {
  const { posts } = await readPosts();
  return {
    posts: { en: listIn('en', posts), es: listIn('es', posts) },
    gamesConfig: (await loadGamesConfig(settings)) as GamesConfig,
  };
}

/** A hash of everything that shows in the HTML; the footer has the year. */
export const keyOfPages = (stamp: string, facts: PageFacts): string =>
  createHash('sha256')
    .update(`${stamp} ${new Date().getFullYear()} ${JSON.stringify(facts)}`)
    .digest('hex')
    .slice(0, 16);

interface Job extends PageJob {
  file: string;
}

export async function prerenderPages({
  from,
  into,
  facts,
}: {
  from: string;
  into: string;
  facts: PageFacts;
}) {
  const { languages, publicPaths, guardedPaths, roundPath, embedPath, render } = await openPrerenderer(from);
  const jobs: Job[] = [
    ...publicPaths(facts).map((path): Job => ({ path, file: fileOf(path), kind: 'public' })),
    // Guarded pages are the same for every player until it is known who is here.
    ...guardedPaths.map((path): Job => ({ path, file: shellOf(path), kind: 'shell' })),
    { path: '/not-found', file: '404.html', kind: 'not-found' },
    { path: '/offline', file: 'offline.html', kind: 'offline' },
    // With marks, which the server fills in for each round.
    { path: roundPath, file: 'round.html', kind: 'round' },
    { path: embedPath, file: 'embed.html', kind: 'embed' },
  ];
  const unlisted = new Set(['/offline']);
  for (const language of languages) {
    for (const job of jobs) {
      const page = await render(job, language, facts);
      if (page.unlisted && job.kind === 'public') unlisted.add(job.path);
      const file = join(into, language, job.file);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, page.html);
    }
  }
  const map = {
    languages,
    pages: Object.fromEntries(
      jobs
        .filter(({ kind }) => kind === 'public' || kind === 'offline')
        .map(({ path, file }) => [path, file]),
    ),
    notFound: '404.html',
    round: 'round.html',
    embed: 'embed.html',
    guarded: Object.fromEntries(guardedPaths.map((path) => [path, shellOf(path)])),
    unlisted: [...unlisted],
  };
  await writeFile(join(into, 'pages.json'), `${JSON.stringify(map, null, 2)}\n`);
}

/** `/user/:userId` has no character that a file system could refuse. */
const withoutColons = (path: string): string => path.replaceAll(':', '');

const fileOf = (path: string): string =>
  path === '/' ? 'index.html' : `${withoutColons(path).slice(1).replace('?', '/')}/index.html`;

const shellOf = (path: string): string => `shells${withoutColons(path)}.html`;

/**
 * The bundle's page, with its early loads: the fonts of the first screen, and the application
 * where it is started immediately.
 */
export async function writeTemplates({ bundle, into }: { bundle: string; into: string }): Promise<void> {
  const manifest = readManifest(bundle);
  const page = await readFile(join(bundle, 'index.html'), 'utf8');
  const fonts = Object.values(manifest)
    .filter(({ file }) => /(bungee|figtree).*\.woff2$/.test(file))
    .map(({ file }) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`);
  const application = [...chunksOf(manifest, keyOf(manifest, 'main'))].map((key) =>
    preloadOf(manifest[key]?.file ?? ''),
  );
  const withLoads = (loads: string[]) => page.replace('</head>', () => `${loads.join('')}</head>`);
  const sheets = new Set(Object.values(manifest).flatMap(({ css = [] }) => css));
  const classesOf = (file: string): string[] => [
    ...new Set(
      [...readFileSync(join(bundle, file), 'utf8').matchAll(/\.(_[\w-]+)/g)].flatMap(
        ([, name]) => name ?? [],
      ),
    ),
  ];
  await writeFile(
    join(into, 'sheets.json'),
    JSON.stringify(
      Object.fromEntries(
        [...sheets].filter((file) => !page.includes(`/${file}"`)).map((file) => [file, classesOf(file)]),
      ),
    ),
  );
  const preloads = preloadsOf(manifest, readManifest(into));
  await writeFile(join(into, 'preloads.json'), JSON.stringify(preloads));
  await writeFile(join(into, 'later.html'), withLoads(fonts));
  await writeFile(join(into, 'now.html'), withLoads([...fonts, ...application]));
}

/** By the names of files: the menus of a player, the texts of the application, and the backdrop. */
const menuFile = 'player';
const artFile = 'scene';
/** Loaded by plots only so that a page remains without them. */
const drawings = '/plot/drawing.tsx';
const textFiles = { en: 'shell.en', es: 'shell.es' } as const;

/**
 * The files that a player's page needs after those of the application, so that all arrive at the same time: for every
 * such page in each language, and by the file that the prerenderer loads for a page.
 */
function preloadsOf(bundle: Manifest, prerenderer: Manifest): Preloads {
  const application = chunksOf(bundle, keyOf(bundle, 'main'));
  const languages = Object.keys(textFiles) as PostLanguage[];
  const filesOf = (key: string, language: PostLanguage): string[] => {
    const chunks = [...chunksOf(bundle, key)].filter((each) => !application.has(each));
    // Named by texts.ts.
    const texts = new RegExp(`/messages/[\\w-]+\\.${language}\\.js$`);
    const later = chunks
      .flatMap((each) => bundle[each]?.dynamicImports ?? [])
      .filter((each) => texts.test(each) || each.endsWith(drawings));
    return [...chunks, ...later].flatMap((each) =>
      [bundle[each]?.file ?? [], bundle[each]?.css ?? []].flat(),
    );
  };
  const inLanguages = (filesIn: (language: PostLanguage) => string[]) =>
    Object.fromEntries(languages.map((language) => [language, [...new Set(filesIn(language))]]));
  return {
    shared: inLanguages((language) =>
      [menuFile, textFiles[language]].flatMap((name) => filesOf(keyOf(bundle, name), language)),
    ),
    art: filesOf(keyOf(bundle, artFile), originalLanguage),
    pages: Object.fromEntries(
      Object.entries(prerenderer)
        .filter(([key, { isDynamicEntry }]) => isDynamicEntry && key in bundle)
        .map(([key, { file }]) => [file, inLanguages((language) => filesOf(key, language))]),
    ),
  };
}

/** Names are given in apps/web/build/shared-files.ts, and otherwise by the module. */
function keyOf(manifest: Manifest, name: string): string {
  const key = Object.keys(manifest).find((each) => manifest[each]?.name === name);
  if (key === undefined) throw new Error(`The build has no file named ${name}`);
  return key;
}

function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key) || manifest[key] === undefined) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) chunksOf(manifest, imported, seen);
  return seen;
}
