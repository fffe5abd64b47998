/**
 * Serves the built front end: prerendered public pages, the shell for guarded client routes, the 404
 * page with its status for everything else, and fingerprinted assets that never change.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readPosts } from '../platform/post-files.ts';
import { sendProblem } from '../platform/problem.ts';
import { installFeed } from './feed.ts';

const brotli = promisify(brotliCompress);
/** Nearly as small as can be, in a tenth of the time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

interface PageMap {
  /** Public path → its HTML. */
  pages: Map<string, string>;
  guarded: RegExp[];
  /** Public paths that concern one visitor alone, and so no search engine. */
  unlisted: Set<string>;
  shell: string;
  notFound: string;
}

const toPattern = (route: string): RegExp =>
  new RegExp(`^${route.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`);

/** pages.json: public paths and their files, `*` for the shell, `404`, the guarded routes, and those left out of the sitemap. */
const readPageMap = async (folder: string): Promise<PageMap> => {
  const text = await readFile(join(folder, 'pages.json'), 'utf8');
  const { guarded, unlisted, ...files } = JSON.parse(text) as {
    guarded: string[];
    unlisted: string[];
  } & Record<string, string>;
  const read = (name: string): Promise<string> => readFile(join(folder, files[name] ?? '404.html'), 'utf8');
  const paths = Object.keys(files).filter((name) => name.startsWith('/'));
  return {
    pages: new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const))),
    guarded: guarded.map(toPattern),
    unlisted: new Set([...accountPages, ...unlisted]),
    shell: await read('*'),
    notFound: await read('404'),
  };
};

/** Search engines may know these, but nobody looks for them. */
const accountPages = ['/login', '/register', '/forgot-password', '/reset-password'];

/** Stands in prerendered pages for the public address, which is known only here; see structured-data.ts there. */
const siteMark = 'https://site-address.invalid';

export interface PagesOptions {
  folder: string;
  /** The public address without a final slash. */
  siteUrl: () => string;
}

export const installPages = async (
  app: FastifyInstance,
  { folder, siteUrl }: PagesOptions,
): Promise<void> => {
  const map = await readPageMap(folder);
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', 'pages.json', 'stamp.txt'],
    setHeaders(reply, path) {
      const isFingerprinted = path.includes('/assets/');
      reply.header('cache-control', isFingerprinted ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const listed = [...map.pages.keys()].filter((path) => !map.unlisted.has(path)).toSorted();
    const urls = listed.map((path) => `<url><loc>${siteUrl()}${path}</loc></url>`).join('');
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
      );
  });

  installFeed(app, { posts: await readPosts(), siteUrl });

  const compressed = new Map<string, Promise<Buffer>>();
  /** Made with the first request for a page: before that the site's own address may not be known. */
  const compress = (html: string): Promise<Buffer> => {
    const known = compressed.get(html) ?? brotli(html.replaceAll(siteMark, siteUrl()), brotliOptions);
    compressed.set(html, known);
    return known;
  };

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, html: string, status: number) => {
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding');
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) {
      return reply.send(html.replaceAll(siteMark, siteUrl()));
    }
    return reply.header('content-encoding', 'br').send(await compress(html));
  };

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (path.startsWith('/api/') || path === '/api' || !['GET', 'HEAD'].includes(request.method)) {
      return sendProblem(reply, 'not_found');
    }
    const page = map.pages.get(path === '/' ? path : path.replace(/\/$/, ''));
    if (page) return sendPage(request, reply, page, 200);
    if (map.guarded.some((pattern) => pattern.test(path))) return sendPage(request, reply, map.shell, 200);
    return sendPage(request, reply, map.notFound, 404);
  });
};
