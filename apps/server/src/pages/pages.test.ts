import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Maintenance } from '@fairground/contract/maintenance';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Restore } from '../fairness/chains/service.ts';
import type { Post } from '@fairground/content/post';
import { readPosts } from '../content/blog/post-files.ts';
import { installPages } from './pages.ts';
import type { Page } from './post-pages.ts';

const mark = 'https://site-address.invalid';
const round = {
  game: 'hoops',
  id: '7',
  endedAt: '2026-11-22T12:00:00.000Z',
  settled: true,
  texts: {
    en: { title: 'Hoops & rings, round 7', summary: 'Thrown "high" </script>' },
    es: { title: 'Aros, ronda 7', summary: 'Alto' },
  },
  round: { height: 3, note: '</script>' },
  proof: { seed: null },
};
const files = {
  ...inBoth('index.html', { en: 'home', es: 'inicio' }),
  ...inBoth('blog/index.html', { en: 'posts', es: 'entradas' }),
  ...inBoth('blog/a-post/index.html', {
    en: `<link rel="canonical" href="${mark}/blog/a-post" />${'x'.repeat(2_000)}`,
    es: 'una entrada',
  }),
  ...inBoth('newsletter/index.html', { en: '<html lang="en">newsletter', es: 'boletín' }),
  ...inBoth('newsletter/confirm/index.html', { en: 'confirming', es: 'confirmando' }),
  ...inBoth('newsletter/unsubscribe/index.html', { en: 'ending', es: 'terminando' }),
  ...inBoth('join/code/index.html', { en: 'joining', es: 'entrando' }),
  ...inBoth('shells/games.html', { en: 'shell of games', es: 'marco de juegos' }),
  ...inBoth('shells/user.html', { en: 'shell of a user', es: 'marco de alguien' }),
  ...inBoth('404.html', { en: 'not found', es: 'no está' }),
  ...inBoth('round.html', {
    en:
      `<link rel="canonical" href="${mark}/rounds/round-mark/0" /><meta content="${mark}/icons/og.png" ` +
      '/><title>round-title-mark</title>' +
      '<p>round-summary-mark</p><!--round-data-mark-->',
    es: '<h1>round-title-mark</h1>',
  }),
  ...inBoth('about-us/index.html', {
    en: '<p hidden="" data-part="maintenance" class="a">No bets.</p>',
    es: '<p hidden="" data-part="maintenance" class="a">Sin apuestas.</p>',
  }),
  ...inBoth('embed.html', { en: '<a>round-title-mark</a>', es: '<b>round-title-mark</b>' }),
  'pages.json': JSON.stringify({
    languages: ['en', 'es'],
    pages: {
      '/': 'index.html',
      '/about-us': 'about-us/index.html',
      '/blog': 'blog/index.html',
      '/blog/a-post': 'blog/a-post/index.html',
      '/newsletter': 'newsletter/index.html',
      '/newsletter?confirm': 'newsletter/confirm/index.html',
      '/newsletter?unsubscribe': 'newsletter/unsubscribe/index.html',
      '/join/:code': 'join/code/index.html',
    },
    notFound: '404.html',
    round: 'round.html',
    embed: 'embed.html',
    guarded: { '/games': 'shells/games.html', '/user/:userId': 'shells/user.html' },
    unlisted: ['/newsletter', '/about-us', '/join/:code'],
  }),
};

function inBoth(file: string, texts: Record<'en' | 'es', string>): Record<string, string> {
  return { [`en/${file}`]: texts.en, [`es/${file}`]: texts.es };
}

/** Pages of posts that the build did not have: those of the build are sent where there is none. */
const renderedPages = new Map<string, Page>();
let posts: readonly Post[];
let maintenance: Maintenance | null = null;
let restore: Restore | null = null;
let hasPicture = true;
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-pages-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  ({ posts } = await readPosts());
  app = Fastify();
  const bundle = join(folder, 'bundle');
  await mkdir(join(bundle, 'private/pages'), { recursive: true });
  await mkdir(join(bundle, 'icons'));
  for (const file of ['favicon.svg', 'icons/og.png']) await writeFile(join(bundle, file), 'for all');
  await writeFile(join(bundle, 'private/pages/pages.json'), '{}');
  await installPages(app, {
    folder: bundle,
    htmlFolder: folder,
    siteUrl: () => 'https://fair.example',
    rounds: { find: async (game, id) => (game === 'hoops' && id === '7' ? round : undefined) },
    pictures: { has: (game) => hasPicture && game === 'hoops' },
    postPages: {
      posts: () => posts,
      find: async (path, built) => renderedPages.get(path) ?? built,
    },
    maintenance: () => maintenance,
    restore: () => restore,
  });
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
    ['/newsletter', 200, '<html lang="en">newsletter'],
    ['/newsletter?mailed=confirm', 200, 'confirming'],
    ['/newsletter/?from=mail&mailed=unsubscribe', 200, 'ending'],
    ['/newsletter?mailed=other', 200, '<html lang="en">newsletter'],
    ['/newsletter%3Fconfirm', 404, 'not found'],
    ['/blog?mailed=confirm', 200, 'posts'],
    ['/games', 200, 'shell of games'],
    ['/user/alice', 200, 'shell of a user'],
    ['/blog/another-post', 404, 'not found'],
    ['/no/such/stall', 404, 'not found'],
  ])('%s answers %i with its page', async (path, status, body) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.body]).toEqual([status, body]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('contain the public URL, plain and compressed', async () => {
    const plain = await get('/blog/a-post');
    expect(plain.body).toContain('href="https://fair.example/blog/a-post"');
    const small = await get('/blog/a-post', { 'accept-encoding': 'gzip, br' });
    expect(small.headers).toMatchObject({ 'content-encoding': 'br' });
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
  });

  it.each(['/blog/a-post', '/rounds/hoops/7'])(
    '%s is sent with gzip to whoever offers no Brotli',
    async (path) => {
      const plain = await get(path);
      for (const accepted of ['gzip', 'gzip, deflate', 'br;q=0, GZIP;q=0.5']) {
        const zipped = await get(path, { 'accept-encoding': accepted });
        expect(zipped.headers['content-encoding'], accepted).toBe('gzip');
        expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
      }
      const refused = await get(path, { 'accept-encoding': 'gzip;q=0, br;q=0.0' });
      expect([refused.headers['content-encoding'], refused.body]).toEqual([undefined, plain.body]);
    },
  );

  it('say after a restore, and only then, when the backup was made', async () => {
    const before = await get('/newsletter');
    expect(before.body).toBe('<html lang="en">newsletter');
    restore = { to: new Date('2026-11-28T10:00:00Z') };
    const { body, headers } = await get('/newsletter');
    expect(body).toBe('<html data-restored-to="2026-11-28T10:00:00.000Z" lang="en">newsletter');
    expect(headers['etag']).not.toBe(before.headers['etag']);
    restore = { to: null };
    expect((await get('/newsletter')).body).toBe('<html data-restored-to="" lang="en">newsletter');
    restore = null;
    expect((await get('/newsletter')).body).toBe(before.body);
  });

  it('show during maintenance, and only then, that no bets are taken and why', async () => {
    const quiet = await get('/about-us');
    expect(quiet.body).toContain('<p hidden');
    maintenance = { reason: { en: 'A <larger> disk.' }, since: '2026-11-22T12:00:00.000Z', running: 0 };
    const known = { 'if-none-match': String(quiet.headers['etag']) };
    expect((await get('/about-us', known)).body).toBe(
      '<p data-part="maintenance" class="a">No bets. <span lang="en">A &#60;larger&#62; disk.</span></p>',
    );
    maintenance = { ...maintenance, reason: { ...maintenance.reason, es: 'Un disco más grande.' } };
    expect((await get('/about-us', spanish)).body).toBe(
      '<p data-part="maintenance" class="a">Sin apuestas. Un disco más grande.</p>',
    );
    maintenance = null;
    expect((await get('/about-us', known)).statusCode).toBe(304);
  });

  it('are one for every name where their path has a place for it', async () => {
    expect((await get('/join/a-code')).body).toBe('joining');
    expect((await get('/join/another/')).body).toBe('joining');
    for (const path of ['/join', '/join/a/b']) expect((await get(path)).statusCode).toBe(404);
  });

  it('reveal nothing of the folder they are served from', async () => {
    expect((await get('/favicon.svg')).body).toBe('for all');
    expect((await get('/private/pages/pages.json')).statusCode).toBe(404);
  });

  it('have a picture that other sites may show, unlike other files', async () => {
    const policyOf = async (path: string) => (await get(path)).headers['cross-origin-resource-policy'];
    expect([await policyOf('/icons/og.png'), await policyOf('/favicon.svg')]).toEqual([
      'cross-origin',
      undefined,
    ]);
  });

  it('are searched by the sitemap that robots.txt names, without calls', async () => {
    const { headers, body } = await get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toBe(
      'User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: https://fair.example/sitemap.xml\n',
    );
  });

  it('are listed in the sitemap with every post, except personal ones', async () => {
    const { body } = await get('/sitemap.xml');
    expect(body.match(/<loc>[^<]*/g)).toEqual(
      ['/', '/blog', ...posts.map(({ slug }) => `/blog/${slug}`).toSorted()].map(
        (path) => `<loc>https://fair.example${path}`,
      ),
    );
  });

  it('of posts that came since the start are sent and listed until their files go', async () => {
    const atStart = posts;
    expect((await get('/blog/new')).statusCode).toBe(404);
    renderedPages.set('/blog', async () => 'more posts');
    renderedPages.set('/blog/new', async () => `a new post at ${mark}`);
    posts = atStart.slice(0, 1).map((post) => ({ ...post, slug: 'new' }));
    expect((await get('/blog/')).body).toBe('more posts');
    const page = await get('/blog/new');
    expect([page.statusCode, page.body]).toEqual([200, 'a new post at https://fair.example']);
    for (const [path, link] of [
      ['/sitemap.xml', '<loc>https://fair.example/blog/new</loc>'],
      ['/rss.xml', '<link>https://fair.example/blog/new</link>'],
    ] as const) {
      const { body } = await get(path);
      expect(body).toContain(link);
      expect(body).not.toContain('/blog/what-each-bet-gives-back');
    }
    renderedPages.set('/blog/new', async () => 'changed');
    const changed = await get('/blog/new', { 'if-none-match': String(page.headers['etag']) });
    expect([changed.statusCode, changed.body]).toEqual([200, 'changed']);
    renderedPages.clear();
    posts = atStart;
    expect((await get('/blog/new')).statusCode).toBe(404);
    expect((await get('/blog')).body).toBe('posts');
  });

  it('have a feed of the posts in content/blog', async () => {
    const answer = await get('/rss.xml');
    expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(answer.body).toContain('<link>https://fair.example/blog/what-each-bet-gives-back</link>');
    expect(answer.body).toContain('<title>What each bet gives back on average, and why</title>');
  });

  it('have a feed that is sent again only when it has changed, and has no date of its own', async () => {
    const first = await get('/rss.xml');
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers['last-modified']).toBeUndefined();
    const again = await get('/rss.xml', { 'if-none-match': tag });
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag]);
    expect((await get('/rss.xml?language=es', { 'if-none-match': tag })).statusCode).toBe(200);
  });

  it('have a feed in each language, chosen by its URL only', async () => {
    const languageOf = async (url: string, headers?: Record<string, string>) => {
      const { body, headers: responseHeaders } = await get(url, headers);
      return [/<language>(\w+)</.exec(body)?.[1], responseHeaders['content-language']];
    };
    expect(await languageOf('/rss.xml?language=es')).toEqual(['es', 'es']);
    expect(await languageOf('/rss.xml?language=es', { cookie: 'language=en' })).toEqual(['es', 'es']);
    expect(await languageOf('/rss.xml', { cookie: 'language=es', ...spanish })).toEqual(['en', 'en']);
    for (const other of ['language=xx', 'language=toString', 'language=es&language=en'])
      expect(await languageOf(`/rss.xml?${other}`), other).toEqual(['en', 'en']);
  });

  it('answer a form that a browser sends without scripts with the page of the form', async () => {
    const posted = await app.inject({
      method: 'POST',
      url: '/blog',
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'email=a%40example.org',
    });
    expect([posted.statusCode, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect(posted.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(posted.body).toBe((await get('/blog')).body);
  });

  it('accept only GET and HEAD', async () => {
    const posted = await app.inject({ method: 'POST', url: '/blog' });
    expect([posted.statusCode, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect((await app.inject({ method: 'POST', url: '/nothing' })).statusCode).toBe(404);
    expect((await get('/api/nothing')).headers['content-type']).toContain('application/problem+json');
  });
});

const spanish = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' };

describe('the page of a round', () => {
  it('names the round and its result before any script, and carries its data', async () => {
    const answer = await get('/rounds/hoops/7');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('<link rel="canonical" href="https://fair.example/rounds/hoops/7" />');
    expect(answer.body).toContain('<meta content="https://fair.example/pictures/hoops.png" />');
    expect(answer.body).toContain('<title>Hoops &#38; rings, round 7</title>');
    expect(answer.body).toContain('<p>Thrown &#34;high&#34; &#60;/script&#62;</p>');
    const [, data = ''] =
      /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(answer.body) ?? [];
    expect(JSON.parse(data)).toEqual([[['round', 'hoops', '7'], round]]);
    expect(answer.body).not.toContain('-mark');
  });

  it('shows the picture of the site for a game without one', async () => {
    hasPicture = false;
    const { body } = await get('/rounds/hoops/7');
    hasPicture = true;
    expect(body).toContain('<meta content="https://fair.example/icons/og.png" />');
  });

  it('is in the language of the visitor, and the same compressed', async () => {
    const plain = await get('/rounds/hoops/7', spanish);
    expect([plain.body, plain.headers['content-language']]).toEqual(['<h1>Aros, ronda 7</h1>', 'es']);
    const small = await get('/rounds/hoops/7', { ...spanish, 'accept-encoding': 'br' });
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
  });

  it('has a version for the frames of other sites', async () => {
    expect((await get('/embed/hoops/7')).body).toBe('<a>Hoops &#38; rings, round 7</a>');
  });

  it.each([
    '/embed/hoops/8',
    '/embed/other/7',
    '/rounds/hoops/8',
    '/rounds/other/7',
    '/rounds/hoops',
    '/rounds/round-mark/0',
  ])('%s is the 404 page with its status', async (path) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.body]).toEqual([404, 'not found']);
  });
});

describe('the language of a page', () => {
  it.each([
    ['/', 'inicio'],
    ['/blog/', 'entradas'],
    ['/games', 'marco de juegos'],
    ['/no/such/stall', 'no está'],
  ])('%s is the browser’s', async (path, body) => {
    const answer = await get(path, spanish);
    expect(answer.body).toBe(body);
    expect(answer.headers['content-language']).toBe('es');
  });

  it('is the chosen one rather than that of the browser', async () => {
    const answer = await get('/', { ...spanish, cookie: 'session=abc; language=en' });
    expect([answer.body, answer.headers['content-language']]).toEqual(['home', 'en']);
    expect((await get('/', { cookie: 'language=es' })).body).toBe('inicio');
  });

  it('is English for requests without a language, such as those of search engines', async () => {
    const answer = await get('/');
    expect([answer.body, answer.headers['content-language']]).toEqual(['home', 'en']);
  });

  it('is announced to caches, in every encoding and status', async () => {
    for (const path of ['/', '/games', '/no/such/stall']) {
      for (const headers of [{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }]) {
        const answer = await get(path, headers);
        expect(answer.headers['vary'], path).toBe('accept-encoding, accept-language, cookie');
        expect(answer.headers['cache-control'], path).toBe('no-cache');
      }
    }
  });

  it('does not change the URL: the sitemap lists each page once', async () => {
    expect((await get('/sitemap.xml', spanish)).body.match(/<loc>/g)).toHaveLength(2 + posts.length);
  });
});

describe('a page that the browser has', () => {
  const tagOf = async (headers: Record<string, string>): Promise<string> =>
    String((await get('/blog/a-post', headers)).headers['etag']);

  it('is not sent again', async () => {
    for (const encoding of ['identity', 'br', 'gzip']) {
      const tag = await tagOf({ 'accept-encoding': encoding });
      expect(tag).toMatch(/^"[\w-]{22,}"$/);
      for (const known of [tag, `W/${tag}`, `"another", ${tag}`, '*']) {
        const answer = await get('/blog/a-post', { 'accept-encoding': encoding, 'if-none-match': known });
        expect([answer.statusCode, answer.body], known).toEqual([304, '']);
        expect(answer.headers).toMatchObject({
          etag: tag,
          vary: 'accept-encoding, accept-language, cookie',
          'cache-control': 'no-cache',
          'content-language': 'en',
        });
      }
    }
  });

  it('is sent in another language, another encoding, or when it has changed', async () => {
    const tags = new Set(
      await Promise.all([{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }, spanish].map(tagOf)),
    );
    expect(tags.size).toBe(4);
    for (const known of [...tags].slice(1)) {
      const answer = await get('/blog/a-post', { 'if-none-match': known });
      expect([answer.statusCode, answer.body.length > 0]).toEqual([200, true]);
    }
  });

  it('is not confused with a missing page', async () => {
    const answer = await get('/no/such/stall', { 'if-none-match': '*' });
    expect([answer.statusCode, answer.headers['etag']]).toEqual([404, undefined]);
  });
});
