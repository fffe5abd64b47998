/**
 * The built prerenderer: one page in one language as complete HTML. The build runs it for every page, and the server
 * for those of posts that the build did not have.
 */
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PostLanguage } from '@fairground/content/languages';
import type { BlogPost } from '@fairground/contract/blog';
import type { GamesConfig } from '@fairground/contract/config';
import type { Registration } from '@fairground/contract/registration';

export interface PageFacts {
  /** As `GET /blog` lists them for each language. */
  posts: Record<PostLanguage, BlogPost[]>;
  gamesConfig: GamesConfig;
}

export interface PageJob {
  /** With the name of a token where the page is that of a mailed link. */
  path: string;
  kind: 'public' | 'shell' | 'not-found' | 'offline' | 'round' | 'embed';
}

export interface Prerenderer {
  languages: readonly string[];
  publicPaths: (facts: PageFacts) => string[];
  guardedPaths: readonly string[];
  roundPath: string;
  embedPath: string;
  /** One page at a time. */
  render: (job: PageJob, language: string, facts: PageFacts) => Promise<{ html: string; unlisted: boolean }>;
}

interface RenderedPage {
  html: string;
  title: string;
  description: string;
  head: string;
  data: string;
  shown: { asks: string; shows: string } | undefined;
  unlisted: boolean;
  hasArt: boolean;
  needsApplication: boolean;
}

/** What apps/web/src/prerender.tsx exports. */
interface BuiltPrerenderer extends Omit<Prerenderer, 'render'> {
  renderPage: (path: string, language: string, facts: PageFacts) => Promise<RenderedPage>;
}

/** How much of the application a page loads automatically, see apps/web/src/start.ts. */
type Start = 'quiet' | 'idle' | 'now' | 'offline';

/** `folder` is where the build wrote it, next to its templates. */
export async function openPrerenderer(folder: string): Promise<Prerenderer> {
  // React chooses its production version by it when it is loaded.
  process.env['NODE_ENV'] ??= 'production';
  const { renderPage, ...built } = (await import(
    pathToFileURL(join(folder, 'prerender.js')).href
  )) as BuiltPrerenderer;
  const templates = {
    now: await readFile(join(folder, 'now.html'), 'utf8'),
    later: await readFile(join(folder, 'later.html'), 'utf8'),
  };
  const readJson = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8')) as unknown;
  const sheets = (await readJson('sheets.json')) as SheetClasses;
  const preloads = (await readJson('preloads.json')) as Preloads;
  return {
    ...built,
    async render(job, language, facts) {
      const work = () => renderPage(job.path, language, facts);
      const { result: page, imported } =
        job.kind === 'shell' ? await recordImports(folder, work) : { result: await work(), imported: [] };
      const start = page.needsApplication ? 'idle' : starts[job.kind];
      const template = templates[start === 'now' ? 'now' : 'later'];
      const { html, unlisted } = page;
      const linked = sheetsOf(html, sheets);
      const loadsArt = page.hasArt && !html.includes(' data-art=');
      const loads =
        job.kind === 'shell' ? preloadLinks(preloads, { imported, linked, loadsArt, language }) : '';
      const registration = facts.gamesConfig.registration ?? 'open';
      return {
        html: fill(template, { job, page, language, registration, start, linked, loads }),
        unlisted,
      };
    },
  };
}

/**
 * The address of a deleted post is sent as not found, and only the application shows the reason. Pages
 * that mails lead to show immediately what they do; their query loads the application.
 */
const starts: Record<PageJob['kind'], Start> = {
  public: 'quiet',
  shell: 'now',
  'not-found': 'idle',
  offline: 'offline',
  // Its replay is part of the application.
  round: 'idle',
  embed: 'idle',
};

interface Filling {
  job: PageJob;
  page: RenderedPage;
  language: string;
  registration: Registration;
  start: Start;
  /** Style sheets of its own. */
  linked: readonly string[];
  /** Tags of what the page loads early. */
  loads: string;
}

function fill(
  template: string,
  { job: { kind }, page, language, registration, start, linked, loads }: Filling,
): string {
  const { html, title, description, head, data, shown, unlisted } = page;
  const marks = [
    `data-start="${start}"`,
    ...(kind === 'not-found' ? ['data-page="not-found"'] : []),
    ...(shown ? [`data-asks="${escapeHtml(shown.asks)}"`, `data-shows="${escapeHtml(shown.shows)}"`] : []),
  ];
  const isListed = (kind === 'public' || kind === 'round') && !unlisted;
  return (
    template
      .replace(
        '<html lang="en"',
        () =>
          `<html lang="${language}"${registration === 'open' ? '' : ` data-registration="${registration}"`}`,
      )
      .replace(
        /<title>.*?<\/title>/,
        () => `<title>${escapeHtml(kind === 'shell' ? 'Fairground' : title)}</title>`,
      )
      .replace(
        /(<meta name="description" content=")[^"]*/,
        (_, before: string) => before + escapeHtml(description),
      )
      // The first paint waits for them, but not for the fonts, which are requested next.
      .replace(/<link rel="stylesheet"[^>]*>/, (shared) => shared + linked.map(sheetLink).join(''))
      .replace(
        '</head>',
        () => `${loads}${isListed ? head : '<meta name="robots" content="noindex" />'}</head>`,
      )
      .replace('<div id="root"></div>', () => `<div id="root" ${marks.join(' ')}>${html}</div>${data}`)
  );
}

/** Files of the bundle that players' pages load early. */
export interface Preloads {
  /** Files of all pages, by language. */
  shared: Record<string, string[]>;
  /** Files of pages with a backdrop. */
  art: string[];
  /** By the prerenderer's file for a page, and by language. */
  pages: Record<string, Record<string, string[]>>;
}

function preloadLinks(
  { shared, art, pages }: Preloads,
  {
    imported,
    linked,
    loadsArt,
    language,
  }: { imported: readonly string[]; linked: readonly string[]; loadsArt: boolean; language: string },
): string {
  const ofPage = imported.flatMap((file) => pages[file]?.[language] ?? []);
  if (ofPage.length === 0) throw new Error('The script of a page of players is not known');
  const files = new Set([...ofPage, ...(shared[language] ?? []), ...(loadsArt ? art : [])]);
  return [...files]
    .filter((file) => !linked.includes(file))
    .map((file) => preloadOf(file, 'low'))
    .join('');
}

/**
 * A tag that loads a file of the bundle early; with a low priority after what the first paint needs. A sheet is used
 * by the page that links it again.
 */
export function preloadOf(file: string, priority: 'auto' | 'low' = 'auto'): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${kind} crossorigin href="/${file}"${priority === 'low' ? ' fetchpriority="low"' : ''} />`;
}

/** The files below `folder` that were imported in the meantime, those among them that had been loaded before. */
async function recordImports<T>(
  folder: string,
  work: () => Promise<T>,
): Promise<{ result: T; imported: string[] }> {
  const urls = new Set<string>();
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      urls.add(resolved.url);
      return resolved;
    },
  });
  try {
    const result = await work();
    const imported = [...urls]
      .filter((url) => url.startsWith('file:'))
      .map((url) => relative(folder, fileURLToPath(url)));
    return { result, imported };
  } finally {
    hooks.deregister();
  }
}

/** The classes of each style sheet that is loaded with a part of the application. */
type SheetClasses = Readonly<Record<string, readonly string[]>>;

/** Without the application nothing loads these sheets, so a page links those whose classes its HTML has. */
function sheetsOf(html: string, sheets: SheetClasses): string[] {
  const used = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
  return Object.entries(sheets)
    .filter(([, classes]) => classes.some((name) => used.has(name)))
    .map(([file]) => file);
}

const sheetLink = (file: string): string => `<link rel="stylesheet" crossorigin href="/${file}" />`;

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
