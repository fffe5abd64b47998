/**
 * Serves the built front end: prerendered public pages, the shell for guarded client routes, the 404
 * page with its status for everything else, and fingerprinted assets that never change.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from '../platform/problem.ts';

interface PageMap {
  /** Public path → file under the build folder. */
  pages: Record<string, string>;
  /** Client routes behind the guard, as in `/user/:userId`. */
  guarded: string[];
  shell: string;
  notFound: string;
}

const toPattern = (route: string): RegExp =>
  new RegExp(`^${route.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`);

const readPageMap = async (folder: string): Promise<PageMap> =>
  JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as PageMap;

export const installPages = async (app: FastifyInstance, folder: string): Promise<void> => {
  const map = await readPageMap(folder);
  const files = [...new Set([...Object.values(map.pages), map.shell, map.notFound])];
  const bodies = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file))] as const)),
  );
  const guarded = map.guarded.map(toPattern);

  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', 'pages.json', 'stamp.json'],
    setHeaders(reply, path) {
      const isFingerprinted = path.includes('/assets/');
      reply.header('cache-control', isFingerprinted ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const sendPage = (reply: FastifyReply, file: string, status: number) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(bodies.get(file));

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (path.startsWith('/api/') || path === '/api' || !['GET', 'HEAD'].includes(request.method)) {
      return sendProblem(reply, 'not_found');
    }
    const page = map.pages[path === '/' ? path : path.replace(/\/$/, '')];
    if (page) return sendPage(reply, page, 200);
    if (guarded.some((pattern) => pattern.test(path))) return sendPage(reply, map.shell, 200);
    return sendPage(reply, map.notFound, 404);
  });
};
