/** Everything below /api/console/ is refused in the same way, whether or not it exists. */
import { beforeAll, expect, it } from 'vitest';
import { siteForAll } from '../for-tests.ts';

let token: string;
const testSite = siteForAll();
beforeAll(async () => {
  ({ token } = await testSite.register('curious'));
});

const targets = [
  '/api/console',
  '/api/console/',
  '/api/console/players',
  '/api/console/players/1?x=%ff',
  '/api/console/%ff',
  '/api/%63onsole/players',
  '/%61pi/console/players',
  '/api//console/players',
  'http://x/api/console/players',
];

it.each(targets)('%s answers 401 to every method, type and caller', async (url) => {
  const bodies = new Set<string>();
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    for (const headers of [
      {},
      { authorization: `Bearer ${token}` },
      { cookie: `session=${token}` },
      { 'content-type': 'text/plain', origin: 'https://evil.example' },
      { 'content-type': 'application/json' },
    ]) {
      const payload = ['GET', 'HEAD'].includes(method) ? {} : { payload: '{"not json' };
      const answer = await testSite.site.app.inject({ method, url, headers, ...payload });
      expect([method, answer.statusCode, answer.headers['allow']]).toEqual([method, 401, undefined]);
      expect(answer.headers['cache-control']).toBe('no-store');
      if (method !== 'HEAD') bodies.add(answer.body);
    }
  }
  expect([...bodies].map((body) => (JSON.parse(body) as { code: string }).code)).toEqual(['not_signed_in']);
});

it.each(['/api/consoles', '/api/consolation', '/api/user/console'])(
  '%s is a path like any other',
  async (url) => {
    const answer = await testSite.site.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(404);
  },
);
