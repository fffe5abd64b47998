/**
 * A35: the client's address is that of the connection, or the one that a trusted proxy reports for its
 * peer; A36: no other setting.
 */
import { afterEach, expect, it } from 'vitest';
import { readSettings } from '../../src/platform/settings.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

let testSite: TestSite | undefined;
afterEach(async () => {
  await testSite?.close();
  testSite = undefined;
});

type Headers = Record<string, string>;

/** Guesses passwords until they are refused; returns the number of guesses that were accepted, up to a maximum. */
const guessesLetThrough = async (headersOf: (n: number) => Headers, remoteAddress = '203.0.113.1') => {
  for (let n = 0; n < 60; n++) {
    const answer = await testSite?.site.app.inject({
      method: 'POST',
      url: '/api/auth/reset-password',
      remoteAddress,
      headers: headersOf(n),
      payload: { token: 'x', newPassword: 'a wrong guess' },
    });
    if (answer?.statusCode === 429) return n;
  }
  return 60;
};
const spoofed = (n: number): Headers => ({
  'x-forwarded-for': `198.51.100.${n}`,
  forwarded: `for=198.51.100.${n}`,
  'x-real-ip': `198.51.100.${n}`,
  'client-ip': `198.51.100.${n}`,
  'true-client-ip': `198.51.100.${n}`,
  'cf-connecting-ip': `198.51.100.${n}`,
  'x-forwarded-host': `h${n}.example.org`,
});

it('A35: ignores forwarding headers for rate limits without a trusted proxy', async () => {
  testSite = await startTestSite({ env: { RATE_LIMITS: 'on' } });
  expect(await guessesLetThrough(spoofed)).toBe(30);
  // A proxy that is not configured is treated as any other client.
  expect(await guessesLetThrough(spoofed, '127.0.0.1')).toBe(30);
  const statuses: (number | undefined)[] = [];
  for (let sent = 0; sent < 1_300; sent += 100) {
    const some = Array.from({ length: 100 }, async (_, n) => {
      const headers = spoofed(n);
      const url = '/api/games/config';
      return (await testSite?.site.app.inject({ url, remoteAddress: '203.0.113.2', headers }))?.statusCode;
    });
    statuses.push(...(await Promise.all(some)));
  }
  expect(statuses.slice(0, 1_200).every((status) => status === 200)).toBe(true);
  expect(statuses.slice(1_200).every((status) => status === 429)).toBe(true);
});

it('A35: uses only the address that a trusted proxy reports for its peer', async () => {
  testSite = await startTestSite({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '10.0.0.5' } });
  // The proxy appends the address of its peer to what the client had sent.
  const through = (client: string) => (n: number) => ({
    ...spoofed(n),
    'x-forwarded-for': `198.51.100.${n}, ${client}`,
  });
  expect(await guessesLetThrough(through('192.0.2.1'), '10.0.0.5')).toBe(30);
  // Another client of the same proxy has its own limit.
  expect(await guessesLetThrough(through('192.0.2.2'), '10.0.0.5')).toBe(30);
  // Naming the proxy itself as a hop, or an invalid address, has no effect.
  expect(
    await guessesLetThrough(
      (n) => ({ 'x-forwarded-for': `198.51.100.${n}, 192.0.2.3, 10.0.0.5` }),
      '10.0.0.5',
    ),
  ).toBe(30);
  // The header of a client that bypasses the proxy is ignored.
  expect(await guessesLetThrough(through('192.0.2.4'), '203.0.113.9')).toBe(30);
});

it('A35: serves metrics to loopback only, whatever the headers', async () => {
  testSite = await startTestSite({ env: { TRUST_PROXY: '10.0.0.5' } });
  const metrics = (remoteAddress: string, headers: Headers = {}) =>
    testSite?.site.app.inject({ url: '/metrics', remoteAddress, headers });
  expect((await metrics('127.0.0.1'))?.statusCode).toBe(200);
  expect((await metrics('203.0.113.1'))?.statusCode).toBe(404);
  for (const address of ['203.0.113.1', '10.0.0.5']) {
    const headers = { ...spoofed(1), 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' };
    expect((await metrics(address, headers))?.statusCode).toBe(404);
  }
});

it('A36: no setting sets a result', () => {
  const read: string[] = [];
  readSettings({}, ({ name }) => read.push(name));
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter((name) => /TEST|SEED(?!_KEY)|CRASH|RESULT|FORCE|DEBUG|NUMBER|CHEAT/.test(name))).toEqual(
    [],
  );
});
