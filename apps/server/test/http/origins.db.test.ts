/** A22: unsafe calls with a cookie need an allowed origin, however their URL is encoded. */
import { request } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { siteForAll } from '../for-tests.ts';

let token: string;

const testSite = siteForAll();
beforeAll(async () => {
  ({ token } = await testSite.register('origin'));
});

/** Uses a socket, because HTTP clients would normalize the target. */
const post = (target: string, headers: Record<string, string>): Promise<{ status: number; code: string }> =>
  new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port: testSite.site.port,
        method: 'POST',
        path: target,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => {
          const { code } = (body ? JSON.parse(body) : {}) as { code: string };
          resolve({ status: response.statusCode ?? 0, code });
        });
      },
    );
    call.on('error', reject);
    call.end('{}');
  });

it.each([
  '/api/auth/login',
  '/%61pi/auth/login',
  '/api%2Fauth/login',
  '/%61%70%69/%61uth/login',
  'http://fair.example/api/auth/login',
  'http://fair.example/%61pi/auth/login',
])('a foreign origin gets nowhere by %s', async (target) => {
  const answer = await post(target, { origin: 'http://evil.example', cookie: `session=${token}` });
  expect([403, 404]).toContain(answer.status);
  if (answer.status === 403) expect(answer.code).toBe('forbidden_origin');
});

it('routes a target in another encoding to the same call with the same player', async () => {
  for (const target of ['/%61pi/auth/logout', `http://127.0.0.1:${testSite.site.port}/api/auth/logout`]) {
    const { token: own } = await testSite.register(`other_${target.length}`);
    const cookie = `session=${own}`;
    expect(await post(target, { cookie, origin: 'http://evil.example' })).toMatchObject({ status: 403 });
    expect(await post(target, { cookie, origin: testSite.site.url })).toMatchObject({ status: 204 });
    expect(await post(target, { cookie, origin: testSite.site.url })).toMatchObject({ status: 401 });
  }
});
