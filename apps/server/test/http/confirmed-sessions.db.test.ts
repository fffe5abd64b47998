/**
 * A29: calls that move coins do not look up a session that they know; they confirm it with what they write. One that
 * ended on another process, which this one was not notified of, is refused too.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { betCalls, gameSweeps, longRounds } from '../../../../games/test/sweeps.ts';
import { untilRoundsAreOpen } from '../../../../games/test/open-rounds.ts';
import { queryAsOwner } from '../query-as-owner.ts';
import { siteForAll } from '../for-tests.ts';

const testSite = siteForAll({ env: longRounds });
beforeAll(async () => {
  await untilRoundsAreOpen(testSite);
});

const call = (token: string, method: 'GET' | 'POST', url: string, payload?: object, key?: string) =>
  testSite.site.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(payload === undefined ? {} : { payload }),
  });

let players = 0;
/** A player whose session this process has looked up. */
const signIn = async () => {
  const { token, user } = await testSite.register(`player_${(players += 1)}`);
  expect((await call(token, 'GET', '/user/me')).statusCode).toBe(200);
  return { token, id: user.id };
};

/** As another process does, whose event is lost. */
const endSession = (playerId: string) =>
  queryAsOwner(testSite.database, 'DELETE FROM session WHERE player_id = $1', [playerId]);

const written = async (playerId: string) => {
  const [row] = await queryAsOwner<{ transfers: string }>(
    testSite.database,
    `SELECT count(*) AS transfers FROM transfer WHERE $1::bigint * 2 + 1000 IN (debit_account, credit_account)`,
    [playerId],
  );
  return { transfers: Number(row?.transfers) };
};
const signUpAlone = { transfers: 1 };

const [sample = expect.fail('no game takes bets')] = betCalls;
const calls = gameSweeps.flatMap(({ calls: own }) =>
  own.map(([url, body, status]) => ({ url, body, status })),
);

describe.each(calls)('POST $url', ({ url, body, status }) => {
  it('answers while the session lasts', async () => {
    const { token } = await signIn();
    expect((await call(token, 'POST', url, body, randomUUID())).statusCode).toBe(status);
  });

  it('writes nothing once it has ended', async () => {
    const { token, id } = await signIn();
    await endSession(id);
    for (const _ of [1, 2]) {
      const response = await call(token, 'POST', url, body, randomUUID());
      expect(response.statusCode).toBe(401);
      expect(response.json()).toMatchObject({ code: 'not_signed_in' });
    }
    expect(await written(id)).toEqual(signUpAlone);
  });

  it('refuses a session that has expired', async () => {
    const { token, id } = await signIn();
    await queryAsOwner(testSite.database, 'UPDATE session SET expires_at = now() WHERE player_id = $1', [id]);
    expect((await call(token, 'POST', url, body, randomUUID())).statusCode).toBe(401);
    expect(await written(id)).toEqual(signUpAlone);
  });
});

it('refuses the repeat of a call once the session has ended', async () => {
  const { token, id } = await signIn();
  const bet = [sample.path, sample.body, randomUUID()] as const;
  expect((await call(token, 'POST', ...bet)).statusCode).toBe(201);
  expect((await call(token, 'POST', ...bet)).headers['idempotency-replayed']).toBe('true');
  await endSession(id);
  expect((await call(token, 'POST', ...bet)).statusCode).toBe(401);
});

it('judges each call of a batch by its own session', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, signIn));
  await Promise.all(all.filter((_, index) => index % 3 === 0).map(({ id }) => endSession(id)));
  const statuses = await Promise.all(
    all.map(
      async ({ token }) => (await call(token, 'POST', sample.path, sample.body, randomUUID())).statusCode,
    ),
  );
  expect(statuses).toEqual(all.map((_, index) => (index % 3 === 0 ? 401 : 201)));
});

it('refuses a call without a key too', async () => {
  const { token, id } = await signIn();
  await endSession(id);
  expect((await call(token, 'POST', sample.path, sample.body)).statusCode).toBe(401);
  expect(await written(id)).toEqual(signUpAlone);
});

it('is refused from the answer to a log-out on', async () => {
  const { token } = await signIn();
  expect((await call(token, 'POST', '/auth/logout')).statusCode).toBe(204);
  expect((await call(token, 'POST', sample.path, sample.body, randomUUID())).statusCode).toBe(401);
});
