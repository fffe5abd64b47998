/** Unknown paths and methods, with the pages installed: a 404 page or a problem document, never a 500. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseWork } from '../database-work.ts';
import { until } from '../player-client.ts';
import { findCalls } from '../call-samples.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

let testSite: TestSite;
let htmlFolder: string;
let token: string;

beforeAll(async () => {
  htmlFolder = await mkdtemp(join(tmpdir(), 'fairground-pages-'));
  await mkdir(join(htmlFolder, 'en'));
  for (const [file, html] of Object.entries({ home: 'home', post: 'a post', shell: 'shell', none: 'none' }))
    await writeFile(join(htmlFolder, 'en', `${file}.html`), `<p>${html}</p>`);
  await writeFile(
    join(htmlFolder, 'pages.json'),
    JSON.stringify({
      languages: ['en'],
      pages: { '/': 'home.html', '/blog': 'home.html', '/blog/a-post': 'post.html' },
      notFound: 'none.html',
      round: 'none.html',
      embed: 'none.html',
      guarded: { '/games': 'shell.html', '/user/:userId': 'shell.html' },
      unlisted: [],
    }),
  );
  testSite = await startTestSite({ htmlFolder });
  ({ token } = await testSite.register('odd'));
});
afterAll(async () => {
  await testSite?.close();
  await rm(htmlFolder, { recursive: true, force: true });
});

/** Uses a socket, because HTTP clients would normalize the target. */
const send = async (method: string, target: string, headers: Record<string, string> = {}, body = '') => {
  const socket = connect(testSite.site.port, '127.0.0.1');
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  socket.on('error', () => undefined);
  const lines = Object.entries({ host: 'x', connection: 'close', ...headers });
  socket.write(
    `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
  await once(socket, 'close');
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [status = '', ...fields] = head.split('\r\n');
  return {
    status: Number(status.split(' ')[1]),
    headers: Object.fromEntries(
      fields.map((field) => {
        const at = field.indexOf(': ');
        return [field.slice(0, at).toLowerCase(), field.slice(at + 2)];
      }),
    ),
    body: rest.join('\r\n\r\n'),
  };
};

type Raw = Awaited<ReturnType<typeof send>>;

const problemOf = ({ headers, body }: Raw): { code: string; status: number } => {
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['cache-control']).toBe('no-store');
  return JSON.parse(body) as { code: string; status: number };
};

it.each([
  '/%ff',
  '/%E0%A4%A',
  '/%',
  '/blog/%00',
  '/blog/%ff',
  '/user/%ff/%00',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/nothing?token=%ff',
  `/${'long'.repeat(500)}`,
  `/blog/${'x'.repeat(5_000)}`,
])('GET %s is the 404 page', async (target) => {
  const answer = await send('GET', target);
  expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('none');
  expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
});

it.each([
  '/api/%ff',
  '/api/%E0%A4%A',
  '/%61pi/nothing',
  'http://x/api/nothing',
  '/api/blog/%ff',
  '/api/blog/%00',
  `/api/user/profile/${'x'.repeat(5_000)}`,
  '/api/docs/static/../../../../package.json',
  '/api/docs/static/%2e%2e/%2e%2e/%2e%2e/package.json',
  '/api/docs/static/..%2f..%2f..%2fpackage.json',
  '/api/docs/static/%ff',
  '/api/docs/static/%00',
  '/api/docs/nothing',
])('GET %s is a problem document', async (target) => {
  const answer = await send('GET', target, { authorization: `Bearer ${token}` });
  expect([400, 404]).toContain(answer.status);
  expect(problemOf(answer).status).toBe(answer.status);
});

it('serves the page or call of a target in absolute form', async () => {
  expect((await send('GET', 'http://x/blog')).body).toContain('home');
  expect((await send('GET', 'http://x')).body).toContain('home');
  expect((await send('GET', 'http://x/api/games/config')).status).toBe(200);
});

it('answers 405 with the allowed methods to a call by another method', async () => {
  const byPath = new Map<string, string[]>();
  for (const { path, method } of findCalls(testSite.site)) {
    const methods = byPath.get(path) ?? [];
    byPath.set(path, [...methods, method, ...(method === 'GET' ? ['HEAD'] : [])]);
  }
  expect(byPath.size).toBeGreaterThan(30);
  for (const [path, allowed] of byPath) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (allowed.includes(method)) continue;
      const answer = await send(
        method,
        path.replaceAll(/\{\w+\}/g, 'x'),
        { 'content-type': 'text/plain', 'content-length': '3', origin: 'http://evil.example' },
        'a=b',
      );
      expect([method, path, answer.status, answer.headers['allow']]).toEqual([
        method,
        path,
        405,
        allowed.toSorted().join(', '),
      ]);
      expect(problemOf(answer)).toMatchObject({ code: 'method_not_allowed', status: 405 });
    }
  }
});

it.each(['/', '/blog', '/blog/a-post', '/games', '/user/alice', '/sitemap.xml', '/rss.xml'])(
  'answers 405 to POST %s',
  async (target) => {
    const answer = await send('POST', target, { 'content-length': '0' });
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect(problemOf(answer).code).toBe('method_not_allowed');
  },
);

it('answers 404 to POST on an unknown path', async () => {
  for (const target of ['/nothing', '/api/nothing', '/%ff'])
    expect(problemOf(await send('POST', target, { 'content-length': '0' })).code).toBe('not_found');
});

it('forbids caching of answers that depend on the caller', async () => {
  const calls = findCalls(testSite.site).filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/api/'),
  );
  for (const { path } of calls) {
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const answer = await send('GET', path.replaceAll(/\{\w+\}/g, '1'), headers);
      const expected = path === '/api/games/config' ? 'public, max-age=60' : 'no-store';
      expect([path, answer.headers['cache-control']]).toEqual([path, expected]);
    }
  }
});

/** A sign-in that waits in the database, on a connection that its client leaves open. */
const holdSignIn = async (port: number) => {
  const blocked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  databaseWork.interfere(async (_client, text, run) => {
    if (!text.includes('player_named(')) return run();
    blocked.resolve();
    await released.promise;
    return run();
  });
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  const closed = once(socket, 'close');
  const body = JSON.stringify({ identifier: 'nobody', password: 'a wrong guess' });
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ` +
      `${body.length}\r\n\r\n${body}`,
  );
  await blocked.promise;
  return { socket, closed, release: released.resolve, received: () => text };
};

it.each(['h2c', 'HTTP/2.0', 'websocket2'])(
  'a request that offers an upgrade to %s is answered as without the offer',
  async (upgrade) => {
    const offer = { connection: 'Upgrade, HTTP2-Settings, close', upgrade };
    const page = await send('GET', '/', offer);
    expect([page.status, page.body]).toEqual([200, '<p>home</p>']);
    expect((await send('GET', '/api/health/ready', offer)).status).toBe(200);
    const body = JSON.stringify({ email: 'reader@example.org' });
    const posted = await send(
      'POST',
      '/api/newsletter',
      { ...offer, 'content-type': 'application/json', 'content-length': String(body.length) },
      body,
    );
    expect(posted.status).toBe(202);
  },
);

it('a request for a live connection on another path is refused, in any case of its name', async () => {
  const refused = await send('GET', '/', { connection: 'Upgrade', upgrade: 'WebSocket' });
  expect(problemOf(refused)).toMatchObject({ code: 'not_found', status: 404 });
});

it('answers 503 with a code to a request that arrives while the site closes', async () => {
  const { app, port } = testSite.site;
  // A call in progress, so that its connection is open when the next request arrives.
  const { socket, closed, release, received } = await holdSignIn(port);
  const closing = app.close();
  const arrived = once(app.server, 'request');
  socket.write('GET /api/games/config HTTP/1.1\r\nHost: x\r\n\r\n');
  await arrived;
  release();
  await closed;
  databaseWork.interfere(undefined);
  await closing;
  expect(received()).toMatch(/^HTTP\/1\.1 401 /);
  expect(received()).toMatch(/HTTP\/1\.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*"code":"unavailable"/);
});

it('closes a connection whose call ends while the site closes, though the client leaves it open', async () => {
  const other = await startTestSite();
  const { closed, release, received } = await holdSignIn(other.site.port);
  const closing = other.site.app.close();
  release();
  await Promise.all([closing, closed]);
  databaseWork.interfere(undefined);
  expect(received()).toMatch(/^HTTP\/1\.1 401 /);
  await other.close();
});

it('closes within nine seconds although a client never sends the rest of its request', async () => {
  const other = await startTestSite({ clock: 'moved' });
  const { app, port } = other.site;
  const arrived = once(app.server, 'request');
  const socket = connect(port, '127.0.0.1');
  const headers = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 9';
  socket.write(`POST /api/auth/login HTTP/1.1\r\n${headers}\r\n\r\n{`);
  await arrived;
  let isClosed = false;
  const closing = app.close().then(() => void (isClosed = true));
  // Until the server takes no more connections, the time that it has to close does not run.
  while (app.server.listening) await nextTurn();
  await other.time.advance(9_000);
  await until('the site is closed', () => isClosed, 5_000);
  await closing;
  await other.close();
});
