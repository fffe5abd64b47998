/** A40: all requests of one address are limited together, before any query. */
import { afterEach, expect, it } from 'vitest';
import { databaseWork } from '../../test/database-work.ts';
import { startTestSite, type TestSite } from '../../test/test-site.ts';

let testSite: TestSite | undefined;
afterEach(() => {
  databaseWork.interfere(undefined);
  return testSite?.close();
});

const remoteAddress = '203.0.113.9';

it('counts 404s, other methods, bad paths, health checks and calls; refused requests cost no query', async () => {
  testSite = await startTestSite({ env: { RATE_LIMITS: 'on' } });
  const { app } = testSite.site;
  const { token } = await testSite.register('limited');
  const headers = { authorization: `Bearer ${token}` };
  const targets = [
    { url: '/nothing' },
    { url: '/api/nothing' },
    { url: '/api/user/me', method: 'PUT' as const },
    { url: '/%ff' },
    { url: '/api/health/live' },
    { url: '/api/user/me' },
  ];
  const spend = (target: (typeof targets)[number]) => app.inject({ ...target, headers, remoteAddress });
  for (let sent = 0; sent < 1_200; sent += 60) {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => spend(targets[n % 6] ?? { url: '/' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toEqual([]);
  }
  let sessionQueries = 0;
  databaseWork.interfere((_client, text, run) => {
    if (text.includes('FROM session WHERE token_hash')) sessionQueries += 1;
    return run();
  });
  for (const target of targets) {
    const answer = await spend(target);
    expect([target.url, answer.statusCode, answer.json().code]).toEqual([target.url, 429, 'rate_limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['content-security-policy']).toBeDefined();
  }
  expect(sessionQueries).toBe(0);
  const elsewhere = await app.inject({ url: '/api/user/me', headers, remoteAddress: '203.0.113.10' });
  expect(elsewhere.statusCode).toBe(200);
  expect(sessionQueries).toBe(1);
});

it('counts the IPv6 addresses of one /64 network as one', async () => {
  testSite = await startTestSite({ env: { RATE_LIMITS: 'on' } });
  const { app } = testSite.site;
  const request = (n: number) =>
    app.inject({ url: '/api/health/live', remoteAddress: `2001:db8:1:2::${n.toString(16)}` });
  for (let sent = 0; sent < 1_200; sent += 100)
    await Promise.all(Array.from({ length: 100 }, (_, n) => request(sent + n)));
  expect((await request(5_000)).statusCode).toBe(429);
});
