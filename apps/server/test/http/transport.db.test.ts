/** What every answer says to the browser, how cookies are set under https, and how requests with two readings end. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { siteForAll } from '../for-tests.ts';

const testSite = siteForAll({ env: { SITE_URL: 'https://fair.example.org' } });

/** The status line and everything after it, of a request that no client library would send. */
const sendRaw = async (text: string): Promise<string> => {
  const socket = connect(testSite.site.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(text);
  await once(socket, 'close');
  return answer;
};

it.each(['/api/games/config', '/api/user/me', '/api/nothing', '/nothing', '/api/health/live'])(
  'A24: GET %s carries the headers that protect a browser',
  async (url) => {
    const { headers } = await testSite.site.app.inject({ url });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['content-type']).toMatch(/^(application\/(problem\+)?json|text\/html); charset=utf-8$/);
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).toContain("script-src 'self';");
  },
);

it('sets a session cookie that only this host gets, over TLS, and no script reads', async () => {
  const answer = await testSite.site.app.inject({
    method: 'POST',
    url: '/api/auth/guest',
    headers: { origin: 'https://fair.example.org' },
    payload: { adult: true },
  });
  expect(answer.statusCode).toBe(201);
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^fairground_signed_in=1; Max-Age=\d+; Path=\/; Secure; SameSite=Lax$/),
  ]);
});

it('refuses TRACE', async () => {
  const answer = await sendRaw('TRACE /api/games/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 (404|405) /);
  expect(answer).not.toContain('TRACE /api');
});

it.each([
  ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n', '{}x'],
  ['an unknown encoding', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
])('refuses a request with %s', async (_name, lines, body) => {
  const answer = await sendRaw(
    `POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines}\r\n${body}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

it('refuses a parameter that is sent twice', async () => {
  expect((await testSite.call('GET', '/blog?limit=1&limit=2')).status).toBe(400);
});

it.each(['/.git/config', '/.env', '/package.json', '/assets/', '/data/seed.key'])(
  'serves no file outside the build by %s',
  async (url) => {
    expect((await testSite.site.app.inject({ url })).statusCode).toBe(404);
  },
);
