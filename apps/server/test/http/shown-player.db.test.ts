/** A page says whose it is: a call that it makes in another player's session changes nothing. */
import { anyInstantGame as game } from '../../../../games/test/sweeps.ts';
import { beforeAll, expect, it } from 'vitest';
import { findCalls, requestOf } from '../call-samples.ts';
import { siteForAll } from '../for-tests.ts';

let shown: { id: string; token: string };
let signedIn: { id: string; token: string };

const testSite = siteForAll({ chainLinks: 64, env: { VITE_API_URL: 'https://api.example.org' } });
beforeAll(async () => {
  const register = async (username: string) => {
    const { token, user } = await testSite.register(username);
    return { id: user.id, token };
  };
  shown = await register('shown');
  signedIn = await register('signed_in');
});

/** Nobody is identified by them, so they are nobody's. */
const isAnonymous = (path: string): boolean =>
  /^\/api\/(client-errors|ads\/callback|(notices|newsletter)\/one-click|notices\/unsubscribe)$/.test(path);

it('refuses every call that changes something in the session of another player than the page shows', async () => {
  const calls = findCalls(testSite.site).filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/api/') && !isAnonymous(path),
  );
  expect(calls.length).toBeGreaterThan(50);
  for (const call of calls) {
    const { method, url, payload } = requestOf(call);
    for (const more of [{}, { 'idempotency-key': 'of-the-page' }]) {
      const answer = await testSite.site.app.inject({
        method,
        url,
        headers: {
          cookie: `session=${signedIn.token}`,
          origin: testSite.site.url,
          'x-player': shown.id,
          ...more,
        },
        ...(payload === undefined ? {} : { payload: payload as object }),
      });
      expect([method, url, answer.statusCode, answer.json().code]).toEqual([
        method,
        url,
        409,
        'session_changed',
      ]);
    }
  }
  const moved = await testSite.rows(
    'SELECT FROM transfer WHERE debit_account BETWEEN coins_account($1) AND winnings_account($1)',
    signedIn.id,
  );
  expect(moved, 'no coins are moved either').toEqual([]);
});

const create = (token: string, headers: Record<string, string>) =>
  testSite.site.app.inject({
    method: 'POST',
    url: `/api${game.create}`,
    headers: { cookie: `session=${token}`, origin: testSite.site.url, ...headers },
    payload: game.body,
  });

it('takes a call that names its own player, or none', async () => {
  const named = await create(shown.token, { 'x-player': shown.id, 'idempotency-key': 'own' });
  expect(named.statusCode).toBe(201);
  expect((await create(signedIn.token, {})).statusCode).toBe(201);
});

it('does not repeat the answer to a key of one player in the session of another', async () => {
  const repeated = await create(signedIn.token, { 'x-player': shown.id, 'idempotency-key': 'own' });
  expect([repeated.statusCode, repeated.json().code]).toEqual([409, 'session_changed']);
  expect(repeated.headers['idempotency-replayed']).toBeUndefined();
});

it('answers a page whose session has ended that nobody is signed in', async () => {
  const answer = await create('of-nobody', { 'x-player': shown.id });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in']);
});

it('reads as the player who is signed in', async () => {
  const answer = await testSite.site.app.inject({
    url: '/api/user/me',
    headers: { cookie: `session=${signedIn.token}`, 'x-player': shown.id },
  });
  expect(answer.json().id).toBe(signedIn.id);
});

it('may be sent from the pages of another origin', async () => {
  const { headers } = await testSite.site.app.inject({
    method: 'OPTIONS',
    url: `/api${game.create}`,
    headers: {
      origin: testSite.site.url,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-player',
    },
  });
  expect(String(headers['access-control-allow-headers'])).toContain('x-player');
});
