/** Refusals that do not depend on the call: missing authentication and invalid requests. */
import { anyInstantGame as game } from '../../../../games/test/sweeps.ts';
import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { findCalls, requestOf, type Place } from '../call-samples.ts';
import { siteForAll } from '../for-tests.ts';

const testSite = siteForAll();

/** The calls that the contract allows to visitors, including those with a token or credentials in their input. */
const openPaths: readonly RegExp[] = [
  /^\/api\/(health|rounds|notices)\//,
  /^\/api\/newsletter/,
  /^\/api\/(contactus\/create|client-errors|ads\/callback)$/,
  /^\/api\/(games\/(config|closed)|lottery|lottery\/draws|\w+\/recent)$/,
  /^\/api\/blog(\/tags|\/\{id\})?$/,
  /^\/api\/fairness\/((chains|ledger|log|monitor)$|(?!seeds)\w+\/)/,
  /^\/api\/auth\/(register|login|login\/second-factor|passkey|passkey\/options|guest|invitation\/\{ref\})$/,
  /^\/api\/auth\/(forgot-password|reset-password|confirm-email|confirm-new-email|cancel-new-email)$/,
  /^\/api\/clubs\/join\/\{code\}$/,
];
const isOpen = (path: string): boolean => openPaths.some((open) => open.test(path));

it('answers 401 to an unauthenticated call that needs a player, whatever its input', async () => {
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

it('I6: a refusal is not kept under its key: the repeat is judged anew', async () => {
  const { token } = await testSite.register('twice');
  const create = (key: string) =>
    testSite.call('POST', '/mineField/create', token, { difficulty: 'Easy', bidAmount: 100 }, key);
  const first = await create('first');
  expect(first.status).toBe(201);
  for (let times = 0; times < 2; times += 1) {
    const refused = await create('second');
    expect(refused.body.code).toBe('game_already_active');
    expect(refused.replayed).toBe(false);
  }
  const { id } = first.body as { id?: string };
  await testSite.call('POST', '/mineField/update', token, { id, gemsFound: 0 });
  const accepted = await create('second');
  expect([accepted.status, accepted.replayed]).toEqual([201, false]);
  const repeated = await create('second');
  expect([repeated.text, repeated.replayed]).toEqual([accepted.text, true]);
});

it('A51: is never larger than 4 KB, whatever the input', async () => {
  const maxBytes = 4096;
  const many = Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [at.toString(36), 1]));
  const oneLong = { ['\u0001'.repeat(10_000)]: 1 };
  const manyLong = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`${at}${'\u2028'.repeat(200)}`, 1]),
  );
  for (const [at, call] of findCalls(testSite.site).entries()) {
    // Some calls end the session.
    const { token } = await testSite.register(`talkative_${at}`);
    const { url, payload } = requestOf(call);
    const address = url.split('?')[0] ?? '';
    const query = `${address}?${Array.from({ length: 1_000 }, (_, at) => `q${at}=1`).join('&')}`;
    const bodies = call.method === 'GET' ? [] : [many, oneLong, manyLong];
    const inputs = [
      ...bodies.flatMap((extra) => [
        { url, payload: extra },
        { url, payload: { ...(payload as object | undefined), ...extra } },
      ]),
      { url: query },
    ];
    for (const input of inputs) {
      const answer = await testSite.site.app.inject({
        method: call.method,
        headers: { authorization: `Bearer ${token}` },
        ...input,
      });
      if (answer.statusCode < 400) continue;
      expect(answer.rawPayload.byteLength, `${call.method} ${call.path}`).toBeLessThanOrEqual(maxBytes);
    }
  }
  const { body } = await testSite.call('POST', '/auth/login', null, many);
  expect(body.code).toBe('invalid_request');
  expect(body['errors']).toHaveLength(10);
  expect(body['detail']).toMatch(/ And 5,\d{3} more\.$/);
});

it('refuses a text that cannot be shown in each field of each call, and names the field', async () => {
  const isShown = ({ in: where, name }: Place): boolean => where === 'body' && !/password/i.test(name);
  const fields = findCalls(testSite.site)
    .filter(({ path }) => path !== '/api/client-errors')
    .flatMap((call) => call.places.filter(isShown).map((place) => ({ call, place })));
  expect(fields.length).toBeGreaterThan(30);
  for (const { call, place } of fields) {
    const { method, url, payload } = requestOf(call, place, 'rings \u0007');
    const answer = await testSite.site.app.inject({ method, url, payload: payload as object });
    expect([call.path, answer.statusCode, answer.json().errors]).toEqual([
      call.path,
      400,
      [{ path: place.name, message: 'Must not contain characters that cannot be shown.' }],
    ]);
  }
});

it('lists what is wrong with an input that no field explains, as it does for fields', async () => {
  const { token } = await testSite.register('lister');
  const json = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const inputs = [
    { method: 'POST', url: '/api/auth/login', headers: json, payload: '{not JSON' },
    { method: 'POST', url: '/api/user/update', headers: json, payload: '{}' },
    { method: 'POST', url: '/api/user/limits', headers: json, payload: '{}' },
    {
      method: 'POST',
      url: `/api${game.create}`,
      headers: { ...json, 'idempotency-key': 'a b' },
      payload: JSON.stringify(game.body),
    },
    { method: 'GET', url: '/api/blog/%00', headers: {} },
  ] as const;
  for (const input of inputs) {
    const answer = await testSite.site.app.inject(input);
    const { code, detail, errors } = answer.json();
    expect([input.url, answer.statusCode, code]).toEqual([input.url, 400, 'invalid_request']);
    expect([input.url, errors]).toEqual([input.url, [{ path: '', message: detail }]]);
  }
});

const sendRaw = async (text: string): Promise<string> => {
  const socket = connect(testSite.site.port, '127.0.0.1');
  let response = '';
  socket.on('data', (data: Buffer) => (response += data.toString()));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return response;
};

it('answers invalid HTTP with a problem document', async () => {
  const broken = await sendRaw('NONSENSE\r\n\r\n');
  expect(broken).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(broken).toContain('Content-Type: application/problem+json\r\n');
  expect(JSON.parse(broken.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    status: 400,
    code: 'invalid_request',
    type: 'about:blank',
    errors: [{ path: '', message: 'This request is not valid.' }],
  });
  const tooMuch = await sendRaw(`GET / HTTP/1.1\r\nHost: x\r\n${'X-Much: abcdefghij\r\n'.repeat(2_000)}\r\n`);
  expect(tooMuch).toMatch(/^HTTP\/1\.1 431 /);
  expect(tooMuch).toContain('Content-Type: application/problem+json\r\n');
});
