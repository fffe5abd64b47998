/** Registering, signing in and out, forgotten passwords, and allowed origins. */
import { beforeAll, describe, expect, test } from 'vitest';
import { watchedSiteForAll } from '../../../test/for-tests.ts';
import { password } from '../../../test/watched-site.ts';

const site = watchedSiteForAll();

const post = (
  url: string,
  payload: object,
  more: { token?: string; headers?: Record<string, string> } = {},
) => site.call({ method: 'POST', url: `/api${url}`, payload, ...more });

const me = (token: string) => site.call({ method: 'GET', url: '/api/user/me', token });

const sessionCookie = (answer: { headers: Record<string, unknown> }): string =>
  String([answer.headers['set-cookie']].flat()[0]);

describe('registering', () => {
  test('creates an account with sign-up coins, a session cookie and a valid token', async () => {
    const answer = await post('/auth/register', {
      username: 'Ann_1',
      email: 'Ann@Example.org',
      password,
      adult: true,
    });
    expect(answer.statusCode).toBe(201);
    const { token, user, referral } = answer.json();
    expect(user).toMatchObject({
      username: 'Ann_1',
      coins: 1000,
      winningAmount: 0,
      referrals: [],
      avatar: null,
    });
    expect(user.referenceId).toMatch(/^[a-z0-9]{10}$/);
    expect(referral).toBeNull();
    expect(sessionCookie(answer)).toMatch(
      new RegExp(`^session=${token}; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Lax$`),
    );
    const [cookie = '', readable] = [answer.headers['set-cookie'] ?? []].flat();
    expect(readable, 'of the same life, without anything of the session').toBe(
      cookie.replace(`session=${token}`, 'fairground_signed_in=1').replace(' HttpOnly;', ''),
    );
    expect((await me(token)).json()).toEqual(user);
    const stored = await site.rows<{
      text: string;
    }>(`SELECT p.password_hash || encode(s.token_hash, 'hex') AS text
        FROM player p JOIN session s ON s.player_id = p.id WHERE username = 'Ann_1'`);
    expect(stored[0]?.text).toMatch(/^\$argon2id\$/);
    expect(stored[0]?.text).not.toContain(token);
  });

  test.each([
    ['a name of another case', { username: 'ANN_1', email: 'x1@example.org' }],
    ['an address of another case', { username: 'ann_2', email: 'aNN@example.org' }],
  ])('refuses %s as taken', async (_, taken) => {
    const answer = await post('/auth/register', { password, adult: true, ...taken });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'already_taken' });
  });

  test.each([
    ['Summer2026!', 'pattern'],
    ['Fairground2026!', 'own_word'],
    ['weak_one_7', 'own_word'],
    ['zxcvbnm,./', 'keyboard_walk'],
    ['password1', 'too_common'],
  ])('refuses the password %s and says why', async (weak, reason) => {
    const body = { username: 'weak_one', email: 'weak@example.org', password: weak, adult: true };
    const answer = await post('/auth/register', body);
    expect(answer.statusCode).toBe(400);
    const { code, detail, errors } = answer.json();
    expect({ code, errors }).toEqual({
      code: 'invalid_request',
      errors: [{ path: 'password', message: detail, reason }],
    });
  });

  test.each([
    { adult: false },
    { adult: undefined },
    { username: 'ab' },
    { username: 'a'.repeat(21) },
    { username: 'bad name' },
    { email: 'nobody' },
    { password: 'short' },
    { password: 'password1' },
    { password: 'x7'.repeat(65) },
    { coins: 1_000_000 },
    { role: 'admin' },
  ])('refuses %j with 400', async (change) => {
    const body = { username: 'bob_9', email: 'bob_9@example.org', password, adult: true, ...change };
    const answer = await post('/auth/register', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({ code: 'invalid_request' });
  });

  test('records the referrer, in any spelling of the reference, and notifies them', async () => {
    const { user } = await site.register('referrer');
    const ref = `REF-${user.referenceId.toUpperCase()}`;
    expect(await site.register('invited', { ref })).toMatchObject({ referral: { username: 'referrer' } });
    expect(site.changedUsers.at(-1)).toMatchObject({ username: 'referrer', referralCount: 1 });
    expect(await site.register('stranger', { ref: 'ref-nobody' })).toMatchObject({ referral: null });
  });

  test('creates one account for fifty concurrent registrations of one name', async () => {
    const bodies = Array.from({ length: 50 }, (_, n) => ({
      username: 'Only_one',
      email: `only${n}@example.org`,
      password,
      adult: true,
    }));
    const answers = await Promise.all(bodies.map((body) => post('/auth/register', body)));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(49);
  });
});

describe('signing in and out', () => {
  beforeAll(() => site.register('carol'));

  test.each(['carol', 'CAROL', 'carol@example.org', 'Carol@Example.ORG'])(
    'works as %s',
    async (identifier) => {
      const answer = await post('/auth/login', { identifier, password });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ user: { username: 'carol' } });
    },
  );

  test('A26: gives the same answer for a wrong password and an unknown account', async () => {
    const wrong = await post('/auth/login', { identifier: 'carol', password: 'not this one' });
    const unknown = await post('/auth/login', { identifier: 'nobody', password });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toMatchObject({ code: 'wrong_credentials' });
    expect(unknown.json()).toEqual(wrong.json());
    expect(unknown.headers['set-cookie']).toBeUndefined();
  });

  test('A29: ends the token and its sockets immediately when signing out, while other sessions continue', async () => {
    const first = (await post('/auth/login', { identifier: 'carol', password })).json();
    const second = (await post('/auth/login', { identifier: 'carol', password })).json();
    const socket = (
      await site.call({ method: 'GET', url: '/api/auth/socketToken', token: first.token })
    ).json();
    expect(await site.auth.findSocketIdentity(socket.token)).toMatchObject({
      playerId: BigInt(first.user.id),
    });
    expect((await post('/auth/logout', {}, { token: first.token })).statusCode).toBe(204);
    expect((await me(first.token)).statusCode).toBe(401);
    expect((await me(second.token)).statusCode).toBe(200);
    expect(await site.auth.findSocketIdentity(socket.token)).toBeUndefined();
    expect(site.closedSessions).toHaveLength(1);
    expect((await post('/auth/logout', {}, { token: first.token })).json()).toMatchObject({
      code: 'not_signed_in',
    });
  });

  test('accepts a socket token for 15 minutes, and not as a session token', async () => {
    const { token } = (await post('/auth/login', { identifier: 'carol', password })).json();
    const answer = await site.call({ method: 'GET', url: '/api/auth/socketToken', token });
    const socket = answer.json();
    const minutes = (Date.parse(socket.expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThan(16);
    expect((await me(socket.token)).statusCode).toBe(401);
  });

  test.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}'`])(
    'does not accept an invented token %j',
    async (token) => {
      expect((await site.call({ method: 'GET', url: '/api/user/me', token })).statusCode).toBe(401);
    },
  );
});

describe('cookies and origins', () => {
  const call = (method: 'GET' | 'POST', url: string, headers: Record<string, string>) =>
    site.call({
      method,
      url: `/api${url}`,
      headers,
      ...(method === 'POST' ? { payload: { avatar: 'avatar3' } } : {}),
    });

  test('A21: requires an allowed origin for an unsafe call with the cookie', async () => {
    const { token } = await site.register('dora');
    const cookie = `session=${token}`;
    expect((await call('GET', '/user/me', { cookie })).statusCode).toBe(200);
    const { port } = site.site;
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const origin = `http://${host}:${port}`;
      expect((await call('POST', '/user/update', { cookie, origin })).statusCode).toBe(200);
    }
    const foreign = [
      'https://evil.example',
      'null',
      `http://localhost:${port + 1}`,
      `https://localhost:${port}`,
    ];
    for (const origin of foreign) {
      const answer = await call('POST', '/user/update', { cookie, origin });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'forbidden_origin' });
    }
    expect((await call('POST', '/user/update', { cookie })).statusCode).toBe(403);
    const bearer = { authorization: `Bearer ${token}` };
    expect((await call('POST', '/user/update', bearer)).statusCode).toBe(200);
  });

  test('A22: refuses forms and plain text', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await site.call({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': type },
        payload: `{"identifier":"carol","password":"${password}"}`,
      });
      expect(answer.statusCode).toBe(415);
    }
  });
});

describe('forgotten passwords', () => {
  const forgot = async (email: string) => {
    const answer = await post('/auth/forgot-password', { email });
    await site.auth.settled();
    return answer;
  };
  const tokenOfLastMail = (): string => /#token=([\w-]{43})/.exec(site.mails.at(-1)?.text ?? '')?.[1] ?? '';

  test('gives the same answer for a known and an unknown address, and mails only the known one', async () => {
    await site.register('erin');
    await site.confirm('erin');
    await site.auth.settled();
    site.mails.length = 0;
    const known = await forgot('ERIN@example.org');
    const unknown = await forgot('nobody@example.org');
    expect([known.statusCode, unknown.statusCode]).toEqual([202, 202]);
    expect(known.body).toBe(unknown.body);
    expect(site.mails.map((mail) => mail.to)).toEqual(['erin@example.org']);
  });

  test('accepts the link once, ends every session, and invalidates older links', async () => {
    const { token: session } = await site.register('frank');
    await site.confirm('frank');
    await forgot('frank@example.org');
    const older = tokenOfLastMail();
    await forgot('frank@example.org');
    const token = tokenOfLastMail();
    const newPassword = 'Another-0ne-now';
    const weak = await post('/auth/reset-password', { token, newPassword: 'password' });
    expect(weak.statusCode).toBe(400);
    const closedBefore = site.closedSessions.length;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post('/auth/reset-password', { token, newPassword })),
    );
    expect(answers.map((answer) => answer.statusCode).toSorted((one, other) => one - other)).toEqual([
      204, 400, 400, 400, 400,
    ]);
    expect((await post('/auth/reset-password', { token: older, newPassword })).statusCode).toBe(400);
    expect((await me(session)).statusCode).toBe(401);
    expect(site.closedSessions).toHaveLength(closedBefore + 1);
    expect((await post('/auth/login', { identifier: 'frank', password })).statusCode).toBe(401);
    expect((await post('/auth/login', { identifier: 'frank', password: newPassword })).statusCode).toBe(200);
  });

  test('refuses a link after half an hour', async () => {
    await site.register('gina');
    await site.confirm('gina');
    await forgot('gina@example.org');
    await site.rows(`UPDATE password_reset SET expires_at = clock_timestamp() - interval '1 second'`);
    const answer = await post('/auth/reset-password', {
      token: tokenOfLastMail(),
      newPassword: 'Another-0ne-now',
    });
    expect(answer.json()).toMatchObject({ code: 'invalid_request' });
  });
});
