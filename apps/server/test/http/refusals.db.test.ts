/** Refusals that do not hang on what was asked: who has no player, and what is no request at all. */
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findCalls, requestOf } from '../call-samples.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

let testSite: TestSite;

beforeAll(async () => {
  testSite = await startTestSite();
});
afterAll(() => testSite?.close());

/** The contract's list of what visitors may call, with the calls that carry a token or credentials of their own. */
const isOpen = (path: string): boolean =>
  /^\/api\/(health\/|games\/config$|contactus\/create$|client-errors$|newsletter|lottery$|lottery\/draws$|blog$|blog\/\{id\}$)/.test(
    path,
  ) ||
  /^\/api\/fairness\/(chains$|(?!seeds)\w+\/)/.test(path) ||
  /^\/api\/auth\/(register|login|forgot-password|reset-password|confirm-email)$/.test(path) ||
  path === '/api/ads/callback';

it('a call that needs a player and has none is 401, whatever its input', async () => {
  const calls = findCalls(testSite.site).filter(({ path }) => path.startsWith('/api/') && !isOpen(path));
  expect(calls.length).toBeGreaterThan(30);
  for (const call of calls) {
    const { url } = requestOf(call);
    const inputs = call.method === 'GET' ? [undefined] : [undefined, {}, { nonsense: 1 }, []];
    for (const payload of inputs) {
      for (const headers of [{}, { authorization: 'Bearer of-nobody' }]) {
        for (const query of ['', '?limit=nonsense&pageNo=nonsense&window=nonsense']) {
          const answer = await testSite.site.app.inject({
            method: call.method,
            url: `${url.split('?')[0] ?? ''}${query}`,
            headers,
            ...(payload === undefined ? {} : { payload }),
          });
          const what = `${call.method} ${call.path}${query} ${JSON.stringify(payload)}`;
          expect([what, answer.statusCode, answer.json().code]).toEqual([what, 401, 'not_signed_in']);
        }
      }
    }
  }
});

it('a refusal that is repeated by its key is the same to the byte, and of the same type', async () => {
  const { token } = await testSite.register('twice');
  const create = (key: string) =>
    testSite.site.app.inject({
      method: 'POST',
      url: '/api/mineField/create',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      payload: { difficulty: 'Easy', bidAmount: 100 },
    });
  expect((await create('first')).statusCode).toBe(201);
  const refused = await create('second');
  const repeated = await create('second');
  expect(refused.json().code).toBe('game_already_active');
  expect(repeated.headers['idempotency-replayed']).toBe('true');
  expect([repeated.statusCode, repeated.body]).toEqual([refused.statusCode, refused.body]);
  expect(repeated.headers['content-type']).toBe(refused.headers['content-type']);
});

const sayRaw = async (text: string): Promise<string> => {
  const socket = connect(testSite.site.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data: Buffer) => (heard += data.toString()));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return heard;
};

it('what is no request is answered with a problem document all the same', async () => {
  const broken = await sayRaw('NONSENSE\r\n\r\n');
  expect(broken).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(broken).toContain('Content-Type: application/problem+json\r\n');
  expect(JSON.parse(broken.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    status: 400,
    code: 'invalid_request',
    type: 'about:blank',
  });
  const tooMuch = await sayRaw(`GET / HTTP/1.1\r\nHost: x\r\n${'X-Much: abcdefghij\r\n'.repeat(2_000)}\r\n`);
  expect(tooMuch).toMatch(/^HTTP\/1\.1 431 /);
  expect(tooMuch).toContain('Content-Type: application/problem+json\r\n');
});
