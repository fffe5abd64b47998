/** A42: one player's calls fill no queue that others wait in. */
import { anyInstantGame as game } from '../../../../games/test/sweeps.ts';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Passwords } from '../platform/secrets/passwords.ts';
import { cheapPasswords } from '../../test/cheap-passwords.ts';
import { siteForAll } from '../../test/for-tests.ts';

const password = 'a meadow of lanterns';
let alice: string;
/** Passwords that wait to be hashed or compared, while the test holds them back. */
let held: (() => void)[] | undefined;

const cheap = cheapPasswords();
const wait = () => new Promise<void>((resolve) => (held ? held.push(resolve) : resolve()));
const passwords: Passwords = {
  async hash(...of) {
    await wait();
    return cheap.hash(...of);
  },
  async verify(...of) {
    await wait();
    return cheap.verify(...of);
  },
};

const site = siteForAll({ passwords, env: { RATE_LIMITS: 'off' } });
beforeAll(async () => {
  alice = (await site.register('alice')).token;
});
beforeEach(() => {
  held = undefined;
});

const post = (path: string, token: string, payload: object) =>
  site.site.app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
  });

const changes = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    post('/user/update', alice, { newPassword: `violet kites over ${index} hills` }),
  );

it('holds back further calls of a player to an operation, and refuses those beyond 64', async () => {
  held = [];
  const answers = changes(100);
  await expect.poll(() => held?.length).toBe(1);
  const refused = await Promise.race(answers.slice(65));
  expect(refused).toMatchObject({ statusCode: 429, headers: { 'retry-after': '1' } });
  // Another operation of the same player, and another player, wait for none of them.
  const renamed = await post('/user/update', (await keepHeld(() => site.register('bob'))).token, {
    avatar: 'avatar3',
  });
  expect(renamed.statusCode).toBe(200);
  const signIn = post('/auth/login', '', { identifier: 'bob', password });
  await expect.poll(() => held?.length).toBe(2);
  held.pop()?.();
  expect((await signIn).statusCode).toBe(200);
  expect(held.length).toBe(1);
  const { length } = held;
  for (let released = 0; released < 65; released += 1) {
    await expect.poll(() => held?.length).toBe(length);
    held.pop()?.();
  }
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  expect(statuses.filter((status) => status === 200)).toHaveLength(65);
});

/** Passwords of this work are not held back. */
const keepHeld = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const before = held;
  held = undefined;
  try {
    return await work();
  } finally {
    held = before;
  }
};

it('lets the next call through after an answer or a refusal', async () => {
  held = [];
  const answers = changes(2);
  await expect.poll(() => held?.length).toBe(1);
  held.pop()?.();
  await expect.poll(() => held?.length).toBe(1);
  held.pop()?.();
  await Promise.all(answers);
  held = undefined;
  for (let times = 0; times < 2; times += 1) {
    expect((await post('/user/update', alice, { username: 7 })).statusCode).toBe(400);
  }
  expect((await post('/user/update', alice, { avatar: 'avatar2' })).statusCode).toBe(200);
});

it('refuses bets of a player beyond 64 that wait', async () => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => post(game.create, alice, { ...game.body, amount: 10_000 })),
  );
  const statuses = new Set(answers.map(({ statusCode }) => statusCode));
  expect(statuses).toEqual(new Set([409, 429]));
  expect(answers.filter(({ statusCode }) => statusCode === 409).length).toBeGreaterThanOrEqual(64);
});
