/**
 * Serves the built front end: prerendered public pages in the visitor's language, the shells of guarded client
 * routes, the 404 page with its status for everything else, and fingerprinted assets that never change.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Maintenance } from '@fairground/contract/maintenance';
import { roundLanguages, type AnyRound } from '@fairground/contract/rounds';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listIn } from '../content/blog/service.ts';
import type { Restore } from '../fairness/chains/service.ts';
import { compress, pickEncoding, type Encoding } from '../http/compression.ts';
import { isKnown } from '../http/entity-tag.ts';
import { isMissingFile } from '../platform/files.ts';
import { sendProblem } from '../http/problem.ts';
import type { RoundsService } from './rounds/service.ts';
import { escapeXml, installFeed } from './feed.ts';
import { pickLanguage } from './languages.ts';
import type { GamePictures } from './game-pictures.ts';
import { isPostPath, postPaths, type Page, type PostPages } from './post-pages.ts';
import { fillRoundPage, pictureOfSite } from './round-pages.ts';
import { refuseMethod } from '../http/other-methods.ts';
import { isApiPath, toRelativeUrl } from '../http/request-path.ts';

/** As apps/web/build/prerender-pages.ts writes it; each file exists in the folder of every language. */
interface PagesJson {
  languages: [string, ...string[]];
  /** Path, some with parameters, → its HTML. */
  pages: Record<string, string>;
  notFound: string;
  round: string;
  embed: string;
  /** Path, with parameters, → its shell. */
  guarded: Record<string, string>;
  unlisted: string[];
}

/** `/newsletter?confirm` is the page of links with that token. */
const tokensOf = (pages: readonly string[]): Map<string, string[]> => {
  const tokens = new Map<string, string[]>();
  for (const [path = '', name] of pages.map((page) => page.split('?'))) {
    if (name !== undefined) tokens.set(path, [...(tokens.get(path) ?? []), name]);
  }
  return tokens;
};

const toPattern = (route: string): RegExp =>
  new RegExp(`^${route.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`);

const readPageMap = async (folder: string, bundleFolder: string) => {
  const json = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as PagesJson;
  // A folder of pages never changes: it is named by all that goes into them. So a page is read when it is asked for,
  // and the system keeps the files in memory that visitors want.
  const pageOf = (file: string): Page => {
    const known = new Set(json.languages);
    return async (language) => (known.has(language) ? readFile(join(folder, language, file), 'utf8') : '');
  };
  const pages = Object.entries(json.pages).map(([path, file]) => [path, pageOf(file)] as const);
  const guarded = Object.entries(json.guarded).map(([path, file]) => ({
    pattern: toPattern(path),
    shell: pageOf(file),
  }));
  const notFound = pageOf(json.notFound);
  return {
    languages: json.languages,
    /** What lets browsers take the import map of the build, which each page has; undefined where there is none. */
    importMapSource: importMapSourceOf(await notFound(json.languages[0] ?? '')),
    /** Public path → its HTML. */
    pages: new Map(pages),
    /** Public pages that are one for every name in their address. */
    named: pages
      .filter(([path]) => path.includes(':'))
      .map(([path, page]) => ({ pattern: toPattern(path), page })),
    /** Path → names of the tokens of mailed links that have HTML of their own. */
    tokens: tokensOf(Object.keys(json.pages)),
    /** Pages of players: what their paths look like, and the shell with the script of each. */
    guarded,
    /** Public paths that concern one visitor alone, and so no search engine. */
    unlisted: new Set([...accountPages, ...json.unlisted]),
    notFound,
    /** The staff's console, in its one language; absent where it was not built. */
    console: await readIfBuilt(join(bundleFolder, 'console/index.html')),
    /** The page of any round, with marks: see round-pages.ts. */
    round: pageOf(json.round),
    /** The page of any round for frames of other sites. */
    embed: pageOf(json.embed),
  };
};

/** As the content security policy names it. HTML cannot refer to a map in a file, and scripts in HTML are refused. */
const importMapSourceOf = (html: string): string | undefined => {
  const text = /<script type="importmap">(.*?)<\/script>/s.exec(html)?.[1];
  return text === undefined ? undefined : `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
};

type PageMap = Awaited<ReturnType<typeof readPageMap>>;

const readIfBuilt = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
};

const isConsolePath = (path: string): boolean => /^\/console(\/|$)/.test(path);

/** Search engines may read these, but need not index them. */
const accountPages = ['/login', '/register', '/forgot-password', '/reset-password'];

/** Stands in prerendered pages for the public address, which is known only here; see structured-data.ts there. */
const siteMark = 'https://site-address.invalid';

export interface PagesOptions {
  /** The bundle: assets and other files that are served as they are. */
  folder: string;
  /** The prerendered pages, with pages.json. */
  htmlFolder: string;
  /** The public address without a final slash. */
  siteUrl: () => string;
  rounds: Pick<RoundsService, 'find'>;
  pictures: Pick<GamePictures, 'has'>;
  postPages: PostPages;
  maintenance: () => Maintenance | null;
  /** What visitors are told of a restore of the database; null without one. */
  restore: () => Restore | null;
}

/** What goes out for one page in one language, with strong validators: the bytes differ by encoding. */
interface ReadyPage {
  /** Each is made with the first request for it. What is not compressed is made for each request. */
  compressed: Map<Encoding, Promise<Buffer>>;
  tag: Promise<string>;
  marks: Marks;
}

/** What pages say of the site as it is when they are sent. */
interface Marks {
  /** In the language of the page; undefined without maintenance. */
  notice: string | undefined;
  /** Empty where the time is not known; undefined without a restore. */
  restoredTo: string | undefined;
}

export const installPages = async (
  app: FastifyInstance,
  { folder, htmlFolder, siteUrl, rounds, pictures, postPages, maintenance, restore }: PagesOptions,
): Promise<void> => {
  const map = await readPageMap(htmlFolder, folder);
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['private/**', '**/*.html', '**/*.br', '**/*.gz', 'stamp.txt'],
    setHeaders(reply, path) {
      const isFingerprinted = path.includes('/assets/');
      reply.header('cache-control', isFingerprinted ? 'public, max-age=31536000, immutable' : 'no-cache');
      // Other sites show it next to a link to a page, in the browsers of their own visitors.
      if (path.endsWith(pictureOfSite)) reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });

  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const others = [...map.pages.keys()].filter((path) => !isPostPath(path));
    const listed = [...others, ...postPaths(postPages.posts())]
      .filter((path) => !map.unlisted.has(path) && !path.includes('?'))
      .toSorted();
    const urls = listed.map((path) => `<url><loc>${escapeXml(siteUrl() + path)}</loc></url>`).join('');
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        '<?xml version="1.0" encoding="UTF-8"?><urlset ' +
          `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
      );
  });

  // Search engines look for a sitemap only where they are told of one.
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: ${siteUrl()}/sitemap.xml\n`),
  );

  installFeed(app, { posts: (language) => listIn(language, postPages.posts()), siteUrl });

  const marksOf = (language: string): Marks => {
    const restored = restore();
    return {
      notice: noticeOf(maintenance(), language),
      restoredTo: restored === null ? undefined : (restored.to?.toISOString() ?? ''),
    };
  };

  /** By page, so that what was made for a post ends with its page. */
  const ready = new WeakMap<Page, Map<string, ReadyPage>>();
  /** Before the first request for a page the site's own address may not be known. */
  const fill = async (source: Page, language: string, marks: Marks): Promise<string> =>
    showMarks((await source(language)).replaceAll(siteMark, siteUrl()), marks);
  /** Made with the first request for a page. */
  const prepare = (source: Page, language: string): ReadyPage => {
    const inLanguages = ready.get(source) ?? new Map<string, ReadyPage>();
    ready.set(source, inLanguages);
    const known = inLanguages.get(language);
    const marks = marksOf(language);
    if (known && isDeepStrictEqual(known.marks, marks)) return known;
    const tag = fill(source, language, marks).then((plain) =>
      createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    );
    // The next request tries again.
    tag.catch(() => inLanguages.delete(language));
    const page: ReadyPage = { compressed: new Map(), tag, marks };
    inLanguages.set(language, page);
    return page;
  };

  const allowImportMap = (reply: FastifyReply): void => {
    if (map.importMapSource === undefined) return;
    changePolicy(reply, "script-src 'self'", `script-src 'self' ${map.importMapSource}`);
  };

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: Page, status: number) => {
    allowImportMap(reply);
    const language = pickLanguage(map.languages, request.headers);
    const { compressed, tag, marks } = prepare(page, language);
    const encoding = pickEncoding(request.headers['accept-encoding']);
    const etag = `"${await tag}${encoding === null ? '' : `-${encoding}`}"`;
    reply
      .code(status)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, accept-language, cookie')
      .header('content-language', language);
    if (status === 200) {
      reply.header('etag', etag);
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    }
    reply.type('text/html; charset=utf-8');
    if (encoding === null) return reply.send(await fill(page, language, marks));
    const body =
      compressed.get(encoding) ??
      fill(page, language, marks).then((plain) => compress(plain, encoding, { isKept: true }));
    compressed.set(encoding, body);
    body.catch(() => compressed.delete(encoding));
    return reply.header('content-encoding', encoding).send(await body);
  };

  /** Compressed for each request: most rounds are opened a few times at most. */
  const sendRoundPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { page, round }: { page: Page; round: AnyRound },
  ) => {
    allowImportMap(reply);
    const language = pickLanguage(map.languages, request.headers);
    const known = roundLanguages.find((each) => each === language) ?? 'en';
    const named = { language: known, hasPicture: pictures.has(round.game) };
    const filled = fillRoundPage(await page(language), round, named).replaceAll(siteMark, siteUrl());
    const plain = showMarks(filled, marksOf(language));
    const encoding = pickEncoding(request.headers['accept-encoding']);
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, accept-language, cookie')
      .header('content-language', language)
      .type('text/html; charset=utf-8');
    if (encoding === null) return reply.send(plain);
    const body = await compress(plain, encoding, { isKept: false });
    return reply.header('content-encoding', encoding).send(body);
  };

  app.get<{ Params: { game: string; id: string } }>(
    '/rounds/:game/:id',
    { schema: { hide: true } },
    async (request, reply) => {
      const round = await rounds.find(request.params.game, request.params.id);
      return round
        ? sendRoundPage(request, reply, { page: map.round, round })
        : sendPage(request, reply, map.notFound, 404);
    },
  );

  app.get<{ Params: { game: string; id: string } }>(
    '/embed/:game/:id',
    { schema: { hide: true } },
    async (request, reply) => {
      const round = await rounds.find(request.params.game, request.params.id);
      if (!round) return sendPage(request, reply, map.notFound, 404);
      allowFrames(reply);
      return sendRoundPage(request, reply, { page: map.embed, round });
    },
  );

  app.setNotFoundHandler(async (request, reply) => {
    const { path, query } = toRelativeUrl(request.url);
    if (isApiPath(path)) return sendProblem(reply, 'not_found');
    const pagePath = path === '/' ? path : path.replace(/\/$/, '');
    const page = await postPages.find(pagePath, findPage(map, pagePath, query));
    const shell = map.guarded.find(({ pattern }) => pattern.test(path))?.shell;
    if (map.console !== undefined && isConsolePath(path)) return sendConsole(request, reply, map.console);
    if (!['GET', 'HEAD'].includes(request.method)) {
      const shown = page ?? shell;
      if (!shown) return sendProblem(reply, 'not_found');
      // A browser without scripts sends a form to its page. That page says by the form that it needs scripts.
      const isForm = request.method === 'POST' && /\btext\/html\b/.test(request.headers.accept ?? '');
      if (!isForm) return refuseMethod(reply, ['GET', 'HEAD']);
      return sendPage(request, reply.header('allow', 'GET, HEAD'), shown, 405);
    }
    if (page) return sendPage(request, reply, page, 200);
    if (shell) return sendPage(request, reply, shell, 200);
    return sendPage(request, reply, map.notFound, 404);
  });
};

/** The operator's reason, which may be in English only. */
const noticeOf = (maintenance: Maintenance | null, language: string): string | undefined => {
  if (maintenance === null) return undefined;
  const { en, es } = maintenance.reason;
  return language === 'es' && es !== undefined ? escapeXml(es) : `<span lang="en">${escapeXml(en)}</span>`;
};

const showMarks = (html: string, { notice, restoredTo }: Marks): string =>
  showNotice(
    // The sign-in page reads it (restored.tsx).
    restoredTo === undefined ? html : html.replace('<html ', `<html data-restored-to="${restoredTo}" `),
    notice,
  );

/** Shows the line that is hidden in the prerendered footer (footer.tsx), and adds the reason. */
const showNotice = (html: string, notice: string | undefined): string =>
  notice === undefined
    ? html
    : html.replace(
        /<p hidden="" (data-part="maintenance"[^>]*>[^<]*)/,
        (_, line: string) => `<p ${line} ${notice}`,
      );

const changePolicy = ({ raw }: FastifyReply, from: string, to: string): void => {
  const policy = String(raw.getHeader('content-security-policy') ?? '');
  raw.setHeader('content-security-policy', policy.replace(from, to));
};

/** Every other answer refuses to be shown in a frame. */
const allowFrames = (reply: FastifyReply): void => {
  changePolicy(reply, "frame-ancestors 'none'", 'frame-ancestors *');
  reply.raw.removeHeader('x-frame-options');
};

/** One page for everybody: what is on it comes with calls that the guard of the console lets through. */
const sendConsole = (request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply => {
  if (!['GET', 'HEAD'].includes(request.method)) return refuseMethod(reply, ['GET', 'HEAD']);
  return reply
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html);
};

/** Must match the page's own choice, which would otherwise discard the HTML. */
const findPage = ({ pages, named, tokens }: PageMap, path: string, query: string): Page | undefined => {
  const mailed = new URLSearchParams(query).get('mailed');
  const name = tokens.get(path)?.find((each) => each === mailed);
  const page = pages.get(name === undefined ? path : `${path}?${name}`);
  return page ?? named.find(({ pattern }) => pattern.test(path))?.page;
};
