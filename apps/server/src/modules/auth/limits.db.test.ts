/** A27: guessing is slowed down, and the owner can still sign in. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestSite, password, type TestSite } from '../../../test/accounts-site.ts';

let site: TestSite;
beforeEach(async () => {
  site = await createTestSite({ TRUST_PROXY: '127.0.0.1' });
});
afterEach(() => site.close());

const login = (identifier: string, secret: string, address = '198.51.100.1') =>
  site.call({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-forwarded-for': address },
    payload: { identifier, password: secret },
  });

test('one address against many accounts is stopped, and told for how long', async () => {
  const answers = [];
  for (let n = 0; n < 31; n++) answers.push(await login(`nobody_${n}`, 'a wrong guess'));
  expect(answers.slice(0, 30).every((answer) => answer.statusCode === 401)).toBe(true);
  const last = answers[30];
  expect(last?.statusCode).toBe(429);
  expect(last?.json()).toMatchObject({ code: 'rate_limited' });
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(290);
  site.pass(5 * 60_000);
  expect((await login('nobody_1', 'a wrong guess')).statusCode).toBe(401);
});

test('many addresses against one account are stopped, by its name or its mail; the owner is not', async () => {
  await site.register('owner');
  expect((await login('owner', password, '203.0.113.5')).statusCode).toBe(200);
  for (let n = 0; n < 10; n++) {
    const identifier = n % 2 ? 'OWNER' : 'owner@example.org';
    expect((await login(identifier, 'a wrong guess', `198.51.100.${n}`)).statusCode).toBe(401);
  }
  expect((await login('owner', password, '198.51.100.99')).statusCode).toBe(429);
  expect((await login('owner', password, '203.0.113.5')).statusCode).toBe(200);
});

test('an owner whom strangers shut out everywhere still gets in, by the mail that they asked for as well', async () => {
  await site.register('besieged');
  const email = 'besieged@example.org';
  const forgot = (address: string) =>
    site.call({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { 'x-forwarded-for': address },
      payload: { email },
    });
  const besiege = async () => {
    for (let n = 0; n < 12; n++) await login('besieged', 'a wrong guess', `198.51.100.${n}`);
    for (let n = 0; n < 12; n++) await forgot(`198.51.100.${n}`);
  };
  // For an hour and a half without a pause, and the owner far from home.
  const atOwner = '203.0.113.77';
  for (let minutes = 0; minutes < 90; minutes += 10) {
    await besiege();
    expect((await login('besieged', password, atOwner)).statusCode).toBe(429);
    expect([202, 429]).toContain((await forgot(atOwner)).statusCode);
    await site.auth.settled();
    const [{ youngest_minutes: youngest } = { youngest_minutes: Infinity }] = await site.database.query<{
      youngest_minutes: number;
    }>({
      text: `SELECT extract(epoch FROM clock_timestamp() - max(expires_at) + interval '30 min')::float8 / 60
        AS youngest_minutes FROM password_reset`,
      values: [],
    });
    expect(youngest, `a good link after ${minutes} minutes`).toBeLessThan(30);
    site.pass(10 * 60_000);
    // Links age with the limits' clock.
    await site.database.query({
      text: `UPDATE password_reset SET expires_at = expires_at - interval '10 min'`,
      values: [],
    });
  }
  await besiege();
  await site.auth.settled();
  const link = site.mails.filter(({ to }) => to === email).at(-1)?.text ?? '';
  const token = /token=([\w-]+)/.exec(link)?.[1];
  const reset = await site.call({
    method: 'POST',
    url: '/api/auth/reset-password',
    headers: { 'x-forwarded-for': atOwner },
    payload: { token, newPassword: 'another meadow of lamps' },
  });
  expect(reset.statusCode).toBe(204);
  await besiege();
  expect((await login('besieged', 'another meadow of lamps', atOwner)).statusCode).toBe(200);
});

test('an unknown account is limited like a known one', async () => {
  for (let n = 0; n < 10; n++) await login('ghost', 'a wrong guess', `198.51.100.${n}`);
  expect((await login('ghost', 'a wrong guess', '198.51.100.99')).statusCode).toBe(429);
});

test('signing in rightly is not counted', async () => {
  await site.register('regular');
  for (let n = 0; n < 35; n++) expect((await login('regular', password)).statusCode).toBe(200);
});

test('mails to one address are limited, whether or not it has an account', async () => {
  const forgot = (email: string) =>
    site.call({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
  await site.register('mailbox');
  for (const email of ['mailbox@example.org', 'nobody@example.org']) {
    for (let n = 0; n < 5; n++) expect((await forgot(email)).statusCode).toBe(202);
    expect((await forgot(email)).statusCode).toBe(429);
  }
});
