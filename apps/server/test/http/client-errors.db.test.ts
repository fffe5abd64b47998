/** Errors that pages report. */
import { beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { siteForEach } from '../for-tests.ts';

let lines: string[];
beforeEach(() => {
  lines = [];
});
const testSite = siteForEach({
  log: createLogger('info', { write: (line) => void lines.push(line) }),
  env: { RATE_LIMITS: 'on' },
});

const report = (payload: object, remoteAddress = '203.0.113.1') =>
  testSite.site.app.inject({ method: 'POST', url: '/api/client-errors', payload, remoteAddress });
const logged = () =>
  lines
    .map((line) => JSON.parse(line) as { level: string; msg: string; clientError?: object })
    .filter(({ clientError }) => clientError !== undefined);
const counted = async () =>
  /^fairground_client_errors_total (\d+)$/m.exec(
    (await testSite.site.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body,
  )?.[1];

it('logs each client error as one warning and counts it, without query strings or tokens from URLs', async () => {
  const answer = await report({
    message: 'x failed at https://fair.example/reset-password?token=hunter2&a=1',
    stack: 'Error: x\n    at f (https://fair.example/assets/a.js?v=hunter2:1:2)\n    at a?.b',
    page: '/reset-password?token=hunter2',
    release: '1.2.3',
  });
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  expect(lines.join('')).not.toContain('hunter2');
  expect(logged()).toMatchObject([
    {
      level: 'warn',
      msg: 'a page reported an error',
      clientError: {
        message: 'x failed at https://fair.example/reset-password',
        stack: 'Error: x\n    at f (https://fair.example/assets/a.js)\n    at a?.b',
        page: '/reset-password',
        release: '1.2.3',
      },
    },
  ]);
  expect(await counted()).toBe('1');
});

it.each([
  ['no message', { page: '/' }],
  ['an empty message', { message: '', page: '/' }],
  ['no page', { message: 'x' }],
  ['a long message', { message: 'x'.repeat(501), page: '/' }],
  ['a long stack', { message: 'x', page: '/', stack: 'x'.repeat(4_001) }],
  ['a long page', { message: 'x', page: `/${'x'.repeat(300)}` }],
  ['a long release', { message: 'x', page: '/', release: 'x'.repeat(65) }],
  ['another field', { message: 'x', page: '/', playerId: '1' }],
])('are refused with %s', async (_name, payload) => {
  const answer = await report(payload);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  expect(logged()).toEqual([]);
});

it('logs a text with any characters, such as one that was cut', async () => {
  const error = { message: "Unexpected token '\u0001' in '\ud83c", page: '/' };
  expect((await report(error)).statusCode).toBe(204);
  expect(logged()).toMatchObject([{ clientError: { page: '/' } }]);
});

it('limits client errors per address and in total', async () => {
  const error = { message: 'x', page: '/' };
  for (let count = 0; count < 10; count += 1) expect((await report(error)).statusCode).toBe(204);
  const refused = await report(error);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
  const statuses = [];
  for (let count = 0; count < 120; count += 1)
    statuses.push((await report(error, `198.51.100.${count}`)).statusCode);
  expect(statuses.filter((status) => status === 204)).toHaveLength(110);
  expect(logged()).toHaveLength(120);
  expect(await counted()).toBe('120');
});

it('lists the call for client errors in the OpenAPI document', async () => {
  const { paths } = (await testSite.site.app.inject('/api/docs/json')).json() as {
    paths: Record<string, { post?: object }>;
  };
  expect(paths['/api/client-errors']?.post).toMatchObject({ summary: 'Report that a page failed' });
});
