/** A27: guessing is slowed down, and the owner can still sign in. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { watchedSiteForEach } from '../../../test/for-tests.ts';
import { startWatchedSite, password, type WatchedSite } from '../../../test/watched-site.ts';

const site = watchedSiteForEach({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });

const login = (identifier: string, secret: string, address = '198.51.100.1', on = site) =>
  on.call({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-forwarded-for': address },
    payload: { identifier, password: secret },
  });

test('limits one address against many accounts, with the time to wait', async () => {
  const answers = [];
  for (let n = 0; n < 31; n++) answers.push(await login(`nobody_${n}`, 'a wrong guess'));
  expect(answers.slice(0, 30).every((answer) => answer.statusCode === 401)).toBe(true);
  const last = answers[30];
  expect(last?.statusCode).toBe(429);
  expect(last?.json()).toMatchObject({ code: 'rate_limited' });
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(290);
  site.advanceTime(5 * 60_000);
  expect((await login('nobody_1', 'a wrong guess')).statusCode).toBe(401);
});

test('limits many addresses against one account, but not its owner, on any process and after a restart', async () => {
  await site.register('owner');
  expect((await login('owner', password, '203.0.113.5')).statusCode).toBe(200);
  const guess = async (on: WatchedSite) => {
    for (let n = 0; n < 10; n++) {
      const identifier = n % 2 ? 'OWNER' : 'owner';
      const answer = await login(identifier, 'a wrong guess', `198.51.100.${n}`, on);
      expect(answer.statusCode).toBe(401);
    }
  };
  const restarted = await startWatchedSite({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' }, site);
  try {
    for (const each of [site, restarted]) {
      await guess(each);
      expect((await login('owner', password, '198.51.100.99', each)).statusCode).toBe(429);
      expect((await login('owner', password, '203.0.113.5', each)).statusCode).toBe(200);
    }
  } finally {
    await restarted.close();
  }
});

test('A39: does not reveal by a lock-out which email address belongs to a name', async () => {
  await site.register('locked');
  await site.register('other');
  const guess = (identifier: string, n: number) => login(identifier, 'a wrong guess', `198.51.100.${n}`);
  for (const [shut, rest] of [
    ['locked', ['locked@example.org', 'other@example.org', 'nobody@example.org']],
    ['other@example.org', ['other', 'locked@example.org', 'nobody']],
  ] as const) {
    for (let n = 0; n < 10; n++) expect((await guess(shut, n)).statusCode).toBe(401);
    expect((await guess(shut, 50)).statusCode).toBe(429);
    const bodies = new Set<string>();
    for (const identifier of rest) {
      const answer = await guess(identifier, 51);
      expect(answer.statusCode, identifier).toBe(401);
      bodies.add(answer.body);
    }
    expect(bodies.size).toBe(1);
    site.advanceTime(15 * 60_000);
  }
});

test('A27: counts all spellings of a name together', async () => {
  await site.register('kiki_ii');
  for (let n = 0; n < 10; n++) await login('kiki_ii', 'a wrong guess', `198.51.100.${n}`);
  // A dotted capital I and a Kelvin sign, which some lower-casing maps to i and k.
  for (const spelling of ['KIKI_II', 'K\u0130K\u0130_\u0130\u0130', 'ki\u212Ai_ii', '\u212Aiki_i\u0130']) {
    const right = await login(spelling, password, '198.51.100.201');
    expect([401, 429], spelling).toContain(right.statusCode);
  }
});

test('stores addresses only as hashes, at most twenty per account', async () => {
  const { user } = await site.register('traveller');
  for (let n = 0; n < 25; n++) await login('traveller', password, `203.0.113.${n}`);
  const rows = await site.rows<{ address_hash: Buffer }>(
    `SELECT address_hash FROM known_address WHERE player_id = $1`,
    user.id,
  );
  expect(rows).toHaveLength(20);
  const hash = site.site.core.hashAddress;
  const hexes = rows.map((row) => row.address_hash.toString('hex'));
  expect(hexes).toContain(hash('sign-in', '203.0.113.24').toString('hex'));
  expect(hexes).not.toContain(hash('sign-in', '203.0.113.4').toString('hex'));
  expect(hexes).not.toContain(createHash('sha256').update('203.0.113.24').digest('hex'));
});

test('lets an owner sign in whom strangers have locked out everywhere, also by a requested mail', async () => {
  await site.register('besieged');
  await site.confirm('besieged');
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
  // For an hour and a half without a pause, with the owner at an unknown address.
  const atOwner = '203.0.113.77';
  for (let minutes = 0; minutes < 90; minutes += 10) {
    await besiege();
    expect((await login('besieged', password, atOwner)).statusCode).toBe(429);
    expect([202, 429]).toContain((await forgot(atOwner)).statusCode);
    await site.auth.settled();
    const [{ youngest_minutes: youngest } = { youngest_minutes: Infinity }] = await site.rows<{
      youngest_minutes: number;
    }>(`SELECT extract(epoch FROM clock_timestamp() - max(expires_at) + interval '30 min')::float8 / 60
        AS youngest_minutes FROM password_reset`);
    expect(youngest, `a good link after ${minutes} minutes`).toBeLessThan(30);
    site.advanceTime(10 * 60_000);
    // Links age with the limits' clock.
    await site.rows(`UPDATE password_reset SET expires_at = expires_at - interval '10 min'`);
  }
  await besiege();
  await site.auth.settled();
  const link = site.mails.filter(({ to }) => to === email).at(-1)?.text ?? '';
  const token = /#token=([\w-]+)/.exec(link)?.[1];
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

test('limits an unknown account like a known one', async () => {
  for (let n = 0; n < 10; n++) await login('ghost', 'a wrong guess', `198.51.100.${n}`);
  expect((await login('ghost', 'a wrong guess', '198.51.100.99')).statusCode).toBe(429);
});

test('A40: does not count successful sign-ins as guesses, and limits them to sixty per hour', async () => {
  await site.register('regular');
  for (let n = 0; n < 60; n++) {
    expect((await login('regular', password, `198.51.100.${n % 2}`)).statusCode).toBe(200);
  }
  const answer = await login('regular', password);
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000);
  // A caller without the password does not see this limit.
  expect((await login('regular', 'a wrong guess')).statusCode).toBe(401);
  site.advanceTime(60 * 60_000);
  expect((await login('regular', password)).statusCode).toBe(200);
});

test('limits mails to one address, with or without an account', async () => {
  const forgot = (email: string) =>
    site.call({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
  await site.register('mailbox');
  for (const email of ['mailbox@example.org', 'nobody@example.org']) {
    for (let n = 0; n < 5; n++) expect((await forgot(email)).statusCode).toBe(202);
    expect((await forgot(email)).statusCode).toBe(429);
  }
});

test('A40: limits password changes of one account to ten per hour, over all sessions', async () => {
  const { token } = await site.register('changer');
  const change = (address: string) =>
    site.call({
      method: 'POST',
      url: '/api/user/update',
      headers: { 'x-forwarded-for': address },
      payload: { newPassword: 'another meadow of lamps' },
      token,
    });
  // Few enough for each to get a connection of the database in time, also on a busy machine.
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => change(`198.51.100.${n}`)));
  const statuses = answers.map((answer) => answer.statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(3_500);
  // Changes without hashing are not limited.
  const avatar = await site.call({
    method: 'POST',
    url: '/api/user/update',
    payload: { avatar: 'avatar2' },
    token,
  });
  expect(avatar.statusCode).toBe(200);
  site.advanceTime(60 * 60_000);
  expect((await change('198.51.100.1')).statusCode).toBe(200);
});

test('A40: limits password changes from one address to thirty in five minutes, over all accounts', async () => {
  const tokens: string[] = [];
  for (let n = 0; n < 31; n++) tokens.push((await site.register(`changer_${n}`)).token);
  const statuses = [];
  for (const token of tokens) {
    const answer = await site.call({
      method: 'POST',
      url: '/api/user/update',
      headers: { 'x-forwarded-for': '198.51.100.7' },
      payload: { newPassword: 'another meadow of lamps' },
      token,
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
});
