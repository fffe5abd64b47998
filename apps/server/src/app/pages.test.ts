import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPages } from './pages.ts';

const mark = 'https://site-address.invalid';
const files = {
  'index.html': 'home',
  'blog/index.html': 'posts',
  'blog/a-post/index.html': `<link rel="canonical" href="${mark}/blog/a-post" />${'x'.repeat(2_000)}`,
  'newsletter/index.html': 'newsletter',
  'app.html': 'shell',
  '404.html': 'not found',
  'pages.json': JSON.stringify({
    '/': 'index.html',
    '/blog': 'blog/index.html',
    '/blog/a-post': 'blog/a-post/index.html',
    '/newsletter': 'newsletter/index.html',
    '*': 'app.html',
    '404': '404.html',
    guarded: ['/games', '/user/:userId'],
    unlisted: ['/newsletter'],
  }),
};

let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-pages-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  app = Fastify();
  await installPages(app, { folder, siteUrl: () => 'https://fair.example' });
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('pages', () => {
  it.each([
    ['/', 200, 'home'],
    ['/blog', 200, 'posts'],
    ['/blog/', 200, 'posts'],
    ['/blog?from=mail', 200, 'posts'],
    ['/games', 200, 'shell'],
    ['/user/alice', 200, 'shell'],
    ['/blog/another-post', 404, 'not found'],
    ['/no/such/stall', 404, 'not found'],
  ])('%s answers %i with its page', async (path, status, body) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.body]).toEqual([status, body]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('name the public address, in plain and in compressed form', async () => {
    const plain = await get('/blog/a-post');
    expect(plain.body).toContain('href="https://fair.example/blog/a-post"');
    const small = await get('/blog/a-post', { 'accept-encoding': 'gzip, br' });
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
  });

  it('are listed in the sitemap with every post, save those of one visitor', async () => {
    const { body } = await get('/sitemap.xml');
    expect(body.match(/<loc>[^<]*/g)).toEqual(
      ['/', '/blog', '/blog/a-post'].map((path) => `<loc>https://fair.example${path}`),
    );
  });

  it('have a feed of the posts in content/blog', async () => {
    const answer = await get('/rss.xml');
    expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(answer.body).toContain('<link>https://fair.example/blog/what-each-bet-gives-back</link>');
  });

  it('take nothing but reading', async () => {
    expect((await app.inject({ method: 'POST', url: '/blog' })).statusCode).toBe(404);
    expect((await get('/api/nothing')).headers['content-type']).toContain('application/problem+json');
  });
});
