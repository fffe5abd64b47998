/** Playing as a guest, and keeping the account. */
import type { User } from '@fairground/contract/user';
import { describe, expect, test } from 'vitest';
import { watchedSiteForAll } from '../../../test/for-tests.ts';
import { password, startWatchedSite, type WatchedSite } from '../../../test/watched-site.ts';
import { cheapPasswords } from '../../../test/cheap-passwords.ts';
import { noLimiter } from '../../platform/attempt-limiter.ts';
import { createGuestsService } from './service.ts';

const site = watchedSiteForAll();

const post = (url: string, payload: object, token?: string, of: WatchedSite = site, remoteAddress = '::1') =>
  of.call({ method: 'POST', url: `/api${url}`, payload, remoteAddress, ...(token ? { token } : {}) });
const me = async (token: string): Promise<User> =>
  (await site.call({ method: 'GET', url: '/api/user/me', token })).json();
const createGuest = async (): Promise<{ token: string; user: User }> => {
  const answer = await post('/auth/guest', { adult: true });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
};
const keepBody = (username: string) => ({ username, email: `${username}@example.org`, password });
const daysLeft = async (playerId: string): Promise<number> => {
  const [row] = await site.rows<{ days: number }>(
    `SELECT round(extract(epoch FROM expires_at - clock_timestamp()) / 86400)::float8 AS days
      FROM session WHERE player_id = $1`,
    playerId,
  );
  return row?.days ?? 0;
};

describe('a guest', () => {
  test('has an account with a name, an avatar, the sign-up coins and a session, and no address', async () => {
    const answer = await post('/auth/guest', { adult: true });
    expect(answer.statusCode).toBe(201);
    const { token, user, referral } = answer.json();
    expect(user).toMatchObject({ guest: true, email: null, coins: 1000, winningAmount: 0 });
    expect(user.username).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{4}$/);
    expect(user.avatar).toMatch(/^avatar\d{1,2}$/);
    expect(referral).toBeNull();
    expect(String([answer.headers['set-cookie']].flat()[0])).toMatch(
      new RegExp(`^session=${token}; Max-Age=${400 * 86_400}; Path=/; HttpOnly; SameSite=Lax$`),
    );
    expect(await me(token)).toEqual(user);
    expect(await daysLeft(user.id)).toBe(400);
    expect(site.mails).toEqual([]);
  });

  test.each([{}, { adult: false }, { adult: 'true' }, { adult: true, coins: 9 }])(
    'is refused for %j',
    async (body) => {
      const answer = await post('/auth/guest', body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'invalid_request' });
    },
  );

  test('has a name that nobody else has, although the first ones drawn are taken', async () => {
    // The name of the first guest, in another case, and then again.
    const bytes = [0, 0, 0, 1];
    const drawn: number[] = [];
    const guests = createGuestsService({
      database: site.database,
      auth: site.auth,
      passwords: cheapPasswords(),
      limiter: noLimiter,
      registration: 'open',
      guestsPerHour: 5,
      userChanged: () => undefined,
      entropy: {
        randomBytes(size) {
          // One draw is the name, of six bytes, and one the avatar.
          const fill = size === 6 ? (bytes.shift() ?? 2) : 0;
          if (size === 6) drawn.push(fill);
          return Buffer.alloc(size, fill);
        },
      },
    });
    await site.register('amberacrobat1000');
    const create = async () => {
      const created = await guests.create({}, { address: '198.51.100.1', userAgent: null });
      return created.ok ? created.value.user.username : created.code;
    };
    expect(await create()).toMatch(/^BrassBalloon\d{4}$/);
    expect(drawn).toEqual([0, 0, 0, 1]);
    expect(await create()).toMatch(/^BrightBanjo\d{4}$/);
    // All further names are the same one.
    await expect(create()).rejects.toThrow('names of guests were taken');
  });

  test('cannot sign in by name, and is answered like somebody unknown', async () => {
    const { user } = await createGuest();
    const known = await post('/auth/login', { identifier: user.username, password });
    const unknown = await post('/auth/login', { identifier: 'nobody_at_all', password });
    expect(known.statusCode).toBe(401);
    expect(known.json()).toEqual(unknown.json());
    expect((await post('/auth/login', { identifier: user.username, password: 'null' })).statusCode).toBe(401);
  });

  test('changes name and avatar, but is sent to keep the account where a password is asked for', async () => {
    const { token, user } = await createGuest();
    const changed = await post('/user/update', { username: 'Guest_Pip', avatar: 'avatar2' }, token);
    expect(changed.json()).toMatchObject({
      username: 'Guest_Pip',
      avatar: 'avatar2',
      guest: true,
      email: null,
    });
    for (const body of [{ newPassword: password }, { newPassword: password, currentPassword: password }]) {
      const answer = await post('/user/update', body, token);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({
        code: 'reauthentication_required',
        detail: 'A guest has no password. Keep this account first.',
      });
    }
    expect(await me(token)).toMatchObject({ id: user.id, guest: true });
  });

  test('invites nobody until the account is kept', async () => {
    const { token, user } = await createGuest();
    const profileOf = async () =>
      (await site.call({ method: 'GET', url: `/api/user/profile/${user.username}`, token })).json();
    expect(await profileOf()).toMatchObject({ guest: true });
    expect(await site.register('came_early', { ref: user.referenceId })).toMatchObject({ referral: null });
    expect((await post('/user/keep', keepBody(user.username), token)).statusCode).toBe(200);
    expect(await profileOf()).toMatchObject({ guest: false });
    expect(await site.register('came_later', { ref: user.referenceId })).toMatchObject({
      referral: { username: user.username },
    });
  });

  test('ends their session by logging out', async () => {
    const { token } = await createGuest();
    expect((await site.call({ method: 'POST', url: '/api/auth/logout', token })).statusCode).toBe(204);
    expect((await site.call({ method: 'GET', url: '/api/user/me', token })).statusCode).toBe(401);
  });
});

describe('keeping the account', () => {
  test('adds name, address and password, and leaves everything else as it is', async () => {
    const { token, user } = await createGuest();
    const changed = site.changedUsers.length;
    const answer = await post('/user/keep', keepBody('Kept_Pip'), token);
    expect(answer.statusCode).toBe(200);
    const after: User = answer.json().user;
    expect(after).toEqual({
      ...user,
      username: 'Kept_Pip',
      email: 'Kept_Pip@example.org',
      guest: false,
      version: after.version,
    });
    expect(after.version).toBeGreaterThan(user.version);
    expect(site.changedUsers.slice(changed)).toEqual([after]);
    expect(await me(token)).toEqual(after);
    // As long as that of any sign-in: the owner can sign in again.
    // Unless it is used.
    expect(await daysLeft(user.id)).toBe(14);
    await site.auth.settled();
    expect(site.mails.at(-1)).toMatchObject({
      to: 'Kept_Pip@example.org',
      subject: 'Confirm your email address for Fairground',
    });
    const login = await post('/auth/login', { identifier: 'kept_pip@example.org', password });
    expect(login.json()).toMatchObject({ user: { id: user.id, coins: 1000 } });
    expect(
      (await post('/user/update', { newPassword: 'A-brand-new-0ne' }, login.json().token)).statusCode,
    ).toBe(200);
  });

  test('may leave the generated name', async () => {
    const { token, user } = await createGuest();
    const answer = await post('/user/keep', keepBody(user.username), token);
    expect(answer.json()).toMatchObject({ user: { username: user.username, guest: false } });
  });

  test.each([
    [{ username: 'ab' }, 'username'],
    [{ email: 'nobody' }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ password: 'password1' }, 'password'],
    [{ password: 'Sure_Name@example.org' }, 'password'],
    [{ coins: 5 }, undefined],
    [{ email: null }, 'email'],
  ])('is refused for %j, and nothing changes', async (change, path) => {
    const { token, user } = await createGuest();
    const answer = await post('/user/keep', { ...keepBody('Sure_Name'), ...change }, token);
    expect(answer.statusCode).toBe(400);
    if (path !== undefined) expect(answer.json().errors[0].path).toContain(path);
    expect(await me(token)).toEqual(user);
  });

  test('is refused for a taken name or address in any case', async () => {
    await site.register('Occupied');
    const { token, user } = await createGuest();
    for (const [path, taken] of [
      ['username', { username: 'OCCUPIED' }],
      ['email', { email: 'oCCupied@example.org' }],
    ] as const) {
      const answer = await post('/user/keep', { ...keepBody('Free_Name'), ...taken }, token);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'already_taken', errors: [{ path }] });
    }
    expect(await me(token)).toEqual(user);
  });

  test('is refused for everybody who is no guest, and for visitors', async () => {
    const { token, user } = await site.register('Regular');
    const answer = await post('/user/keep', keepBody('Irregular'), token);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'already_taken',
      detail: 'This account has a name, an email address and a password already.',
    });
    expect(await me(token)).toEqual(user);
    expect((await post('/user/keep', keepBody('Irregular'))).statusCode).toBe(401);
  });

  test('happens once, however often it is requested at once', async () => {
    const { token, user } = await createGuest();
    const names = Array.from({ length: 8 }, (_, at) => `Racer_${at}`);
    const answers = await Promise.all(names.map((name) => post('/user/keep', keepBody(name), token)));
    const winners = answers.filter((answer) => answer.statusCode === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(7);
    expect(await me(token)).toEqual(winners[0]?.json().user);
    expect(site.changedUsers.filter(({ id }) => id === user.id)).toHaveLength(1);
  });
});

describe('limits', () => {
  test('an address may have five new guests in an hour; an IPv6 network is one address', async () => {
    const limited = await startWatchedSite({ RATE_LIMITS: 'on' });
    const from = (address: string) => post('/auth/guest', { adult: true }, undefined, limited, address);
    for (let guest = 0; guest < 5; guest++) {
      expect((await from(`2001:db8:1:2::${guest}`)).statusCode).toBe(201);
    }
    const refused = await from('2001:db8:1:2:ffff::1');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      code: 'rate_limited',
      // A second later it is 60 minutes.
      detail: expect.stringMatching(/^Too many requests\. Please wait (1 hour|60 minutes)\.$/),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await from('2001:db8:1:3::1')).statusCode).toBe(201);
    limited.advanceTime(60 * 60_000);
    expect((await from('2001:db8:1:2::1')).statusCode).toBe(201);
    await limited.close();
  });

  test('the number is a setting', async () => {
    const limited = await startWatchedSite({ RATE_LIMITS: 'on', GUESTS_PER_HOUR: '1' });
    const from = () => post('/auth/guest', { adult: true }, undefined, limited);
    expect((await from()).statusCode).toBe(201);
    expect((await from()).statusCode).toBe(429);
    await limited.close();
  });

  test('keeping counts as registering does', async () => {
    const limited = await startWatchedSite({ RATE_LIMITS: 'on' });
    const guest = (await post('/auth/guest', { adult: true }, undefined, limited)).json();
    await limited.register('Owner', { email: 'taken@example.org' });
    const keep = () =>
      post('/user/keep', { ...keepBody('Any_Name'), email: 'taken@example.org' }, guest.token, limited);
    // One try of that address was its registration.
    for (let tries = 0; tries < 9; tries++) expect((await keep()).statusCode).toBe(409);
    expect((await keep()).statusCode).toBe(429);
    await limited.close();
  });
});
