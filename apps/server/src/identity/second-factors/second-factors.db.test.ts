/** Setting up an authenticator app, signing in with its codes, recovery codes, and what is tried against them. */
import { describe, expect, test } from 'vitest';
import { removeSecondFactor } from '../../staff/acts/player-acts.ts';
import { bytesOf, codeOf as codeAt } from '../../../test/one-time-codes.ts';
import { watchedSiteForEach } from '../../../test/for-tests.ts';
import { password } from '../../../test/watched-site.ts';

const site = watchedSiteForEach({ RATE_LIMITS: 'on' });

const step = 30_000;

const codeOf = (secret: string, atMs = site.now()): string => codeAt(secret, atMs);

const post = (url: string, payload: object, token?: string) =>
  site.call({ method: 'POST', url: `/api${url}`, payload, ...(token ? { token } : {}) });

const remove = (token: string, proof: object) =>
  site.call({ method: 'DELETE', url: '/api/user/second-factors/authenticator', payload: proof, token });

const listed = async (token: string) =>
  (await site.call({ method: 'GET', url: '/api/user/second-factors', token })).json();

/** A player with an authenticator app, whose next code is of a later step. */
const setUp = async (username: string) => {
  const { token, user } = await site.register(username);
  const begun = await post('/user/second-factors/authenticator', { password }, token);
  const { secret, uri } = begun.json<{ secret: string; uri: string }>();
  const confirmed = await post('/user/second-factors/authenticator/confirm', { code: codeOf(secret) }, token);
  expect(confirmed.statusCode).toBe(200);
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
  site.advanceTime(step);
  return { token, user, secret, uri, recoveryCodes };
};

const firstStep = async (identifier: string): Promise<string> => {
  const answer = await post('/auth/login', { identifier, password });
  expect(answer.statusCode).toBe(403);
  return answer.json<{ challenge: { token: string } }>().challenge.token;
};

const secondStep = (token: string, code: string) => post('/auth/login/second-factor', { token, code });

describe('setting up', () => {
  test('takes the password and a first code, and shows ten recovery codes', async () => {
    const { token } = await site.register('ann');
    await site.confirm('ann');
    expect(await listed(token)).toEqual({ authenticator: null, recoveryCodesLeft: 0 });
    for (const [given, status] of [
      ['wrong', 401],
      [password, 200],
    ] as const) {
      const answer = await post('/user/second-factors/authenticator', { password: given }, token);
      expect(answer.statusCode).toBe(status);
    }
    const begun = await post('/user/second-factors/authenticator', { password }, token);
    const { secret, uri } = begun.json<{ secret: string; uri: string }>();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`otpauth://totp/Fairground:ann?`);
    expect(uri).toContain(`secret=${secret}`);
    // Until a code was given nothing has changed.
    expect((await post('/auth/login', { identifier: 'ann', password })).statusCode).toBe(200);
    const wrong = await post('/user/second-factors/authenticator/confirm', { code: '000000' }, token);
    expect(wrong.json()).toMatchObject({ code: 'wrong_credentials' });
    const code = codeOf(secret);
    const confirmed = await post('/user/second-factors/authenticator/confirm', { code }, token);
    const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const each of recoveryCodes)
      expect(each).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await listed(token)).toMatchObject({
      authenticator: { createdAt: expect.any(String) },
      recoveryCodesLeft: 10,
    });
    await site.auth.settled();
    expect(site.mails.map(({ subject }) => subject)).toContain('A second factor for your Fairground account');
    const again = await post('/user/second-factors/authenticator', { password }, token);
    expect(again.json()).toMatchObject({ code: 'already_taken' });
  });

  test('stores the secret sealed, and the recovery codes as hashes', async () => {
    const { secret, recoveryCodes, user } = await setUp('ann');
    const [row] = await site.rows<{ text: string; sealed: Buffer }>(
      `SELECT a.sealed, a::text || (SELECT string_agg(c::text, ' ') FROM recovery_code c) AS text
        FROM authenticator a WHERE player_id = $1`,
      user.id,
    );
    expect(row?.sealed.includes(bytesOf(secret))).toBe(false);
    for (const each of recoveryCodes) {
      expect(row?.text).not.toContain(each);
      expect(row?.text).not.toContain(Buffer.from(each.replaceAll('-', '')).toString('hex'));
    }
  });

  test('is refused for guests, and for a set-up that was left for a quarter of an hour', async () => {
    const guest = (await post('/auth/guest', { adult: true })).json<{ token: string }>();
    const refused = await post('/user/second-factors/authenticator', { password }, guest.token);
    expect(refused.json()).toMatchObject({ code: 'reauthentication_required' });
    const { token } = await site.register('ann');
    const { secret } = (await post('/user/second-factors/authenticator', { password }, token)).json();
    await site.rows(`UPDATE authenticator SET created_at = created_at - interval '15 minutes'`);
    const late = await post('/user/second-factors/authenticator/confirm', { code: codeOf(secret) }, token);
    expect(late.json()).toMatchObject({ code: 'reauthentication_required' });
  });
});

describe('signing in', () => {
  test('answers the right password with a challenge, which a code completes', async () => {
    const { secret, user } = await setUp('ann');
    const refused = await post('/auth/login', { identifier: 'ann', password });
    expect(refused.statusCode).toBe(403);
    expect(refused.headers['set-cookie']).toBeUndefined();
    const { code, challenge } = refused.json();
    expect(code).toBe('reauthentication_required');
    expect(Date.parse(challenge.expiresAt)).toBeGreaterThan(Date.now());
    const answer = await secondStep(challenge.token, codeOf(secret));
    expect(answer.statusCode).toBe(200);
    const { token } = answer.json<{ token: string }>();
    expect(answer.json()).toMatchObject({ user: { id: user.id } });
    expect(String(answer.headers['set-cookie'])).toContain(`session=${token}`);
    expect((await site.call({ method: 'GET', url: '/api/user/me', token })).statusCode).toBe(200);
  });

  test('shows nothing of the second factor for a wrong password', async () => {
    await setUp('ann');
    await site.register('bob');
    const wrong = (identifier: string) => post('/auth/login', { identifier, password: 'wrong guess' });
    expect((await wrong('ann')).body).toBe((await wrong('bob')).body);
  });

  test('takes codes of the step before and after, and of no other', async () => {
    const { secret } = await setUp('ann');
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 401],
      [0, 200],
      [1, 200],
    ] as const) {
      // The step before is that of the set-up, whose code was used.
      const code = codeOf(secret, site.now() + steps * step);
      expect([steps, (await secondStep(await firstStep('ann'), code)).statusCode]).toEqual([steps, status]);
    }
    site.advanceTime(3 * step);
    expect((await secondStep(await firstStep('ann'), codeOf(secret, site.now() - step))).statusCode).toBe(
      200,
    );
  });

  test('A6: accepts a code once, whatever it is for', async () => {
    const { secret, token } = await setUp('ann');
    const code = codeOf(secret);
    expect((await secondStep(await firstStep('ann'), code)).statusCode).toBe(200);
    expect((await secondStep(await firstStep('ann'), code)).statusCode).toBe(401);
    expect((await remove(token, { password, code })).statusCode).toBe(401);
    site.advanceTime(step);
    expect((await remove(token, { password, code: codeOf(secret) })).statusCode).toBe(204);
  });

  test('A6: one of many requests with one code signs in', async () => {
    const { secret } = await setUp('ann');
    const code = codeOf(secret);
    const challenges = [
      await firstStep('ann'),
      await firstStep('ann'),
      await firstStep('ann'),
      await firstStep('ann'),
    ];
    const answers = await Promise.all(challenges.map((challenge) => secondStep(challenge, code)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 401, 401, 401,
    ]);
  });

  test('a challenge signs in once, expires, and ends with a new password', async () => {
    const { secret, token, recoveryCodes } = await setUp('ann');
    const used = await firstStep('ann');
    const answers = await Promise.all(
      recoveryCodes.slice(0, 3).map((recoveryCode) => secondStep(used, recoveryCode)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
    // A code is not used up where the challenge is.
    expect((await listed(token)).recoveryCodesLeft).toBe(9);
    const late = await firstStep('ann');
    await site.rows(`UPDATE sign_in_challenge SET expires_at = expires_at - interval '5 minutes'`);
    expect((await secondStep(late, codeOf(secret))).json()).toMatchObject({
      code: 'reauthentication_required',
    });
    const before = await firstStep('ann');
    const newPassword = 'another row of lanterns';
    expect((await post('/user/update', { newPassword }, token)).statusCode).toBe(200);
    expect((await secondStep(before, codeOf(secret))).statusCode).toBe(403);
    for (const nonsense of ['x'.repeat(43), 'short', token]) {
      expect((await secondStep(nonsense, codeOf(secret))).statusCode).toBe(403);
    }
  });

  test('a challenge is no session', async () => {
    await setUp('ann');
    const challenge = await firstStep('ann');
    expect((await site.call({ method: 'GET', url: '/api/user/me', token: challenge })).statusCode).toBe(401);
  });

  test('A27: five wrong codes lock the second step of the account for a quarter of an hour', async () => {
    const { secret } = await setUp('ann');
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      statuses.push((await secondStep(await firstStep('ann'), `00000${n}`)).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await secondStep(await firstStep('ann'), codeOf(secret))).statusCode).toBe(429);
    site.advanceTime(15 * 60_000);
    expect((await secondStep(await firstStep('ann'), codeOf(secret))).statusCode).toBe(200);
  });
});

describe('a recovery code', () => {
  test('signs in once, in any writing, and the owner is notified', async () => {
    const { recoveryCodes, token } = await setUp('ann');
    await site.confirm('ann');
    const [code = ''] = recoveryCodes;
    const written = ` ${code.replaceAll('-', ' ').toLowerCase()} `;
    expect((await secondStep(await firstStep('ann'), written)).statusCode).toBe(200);
    expect((await secondStep(await firstStep('ann'), code)).statusCode).toBe(401);
    expect((await listed(token)).recoveryCodesLeft).toBe(9);
    await site.auth.settled();
    expect(site.mails.map(({ subject }) => subject)).toContain(
      'A recovery code of your Fairground account was used',
    );
  });

  test('of another player is refused', async () => {
    const { recoveryCodes } = await setUp('ann');
    await setUp('bob');
    expect((await secondStep(await firstStep('bob'), recoveryCodes[0] ?? '')).statusCode).toBe(401);
  });

  test('is void once new ones were made, which takes the password and a code', async () => {
    const { recoveryCodes, token, secret } = await setUp('ann');
    const replace = (proof: object) => post('/user/second-factors/recovery-codes', proof, token);
    expect((await replace({ password })).statusCode).toBe(400);
    expect((await replace({ password: 'wrong', code: codeOf(secret) })).statusCode).toBe(401);
    expect((await replace({ password, code: '123456' })).statusCode).toBe(401);
    const answer = await replace({ password, code: codeOf(secret) });
    const { recoveryCodes: fresh } = answer.json<{ recoveryCodes: string[] }>();
    expect(fresh).toHaveLength(10);
    expect((await secondStep(await firstStep('ann'), recoveryCodes[0] ?? '')).statusCode).toBe(401);
    expect((await secondStep(await firstStep('ann'), fresh[0] ?? '')).statusCode).toBe(200);
  });
});

describe('removing', () => {
  test('takes the password and a code, and deletes the secret and the recovery codes', async () => {
    const { secret, token } = await setUp('ann');
    expect((await remove(token, { password })).statusCode).toBe(400);
    expect((await remove(token, { password: 'wrong', code: codeOf(secret) })).statusCode).toBe(401);
    expect((await remove(token, { password, code: '123456' })).statusCode).toBe(401);
    expect((await remove(token, { password, code: codeOf(secret) })).statusCode).toBe(204);
    for (const table of ['authenticator', 'recovery_code']) {
      expect(await site.rows(`SELECT FROM ${table}`)).toEqual([]);
    }
    expect((await post('/auth/login', { identifier: 'ann', password })).statusCode).toBe(200);
  });
});

describe('the operator', () => {
  test('removes an app whose codes are lost; then the password signs in, and the sessions are over', async () => {
    const { token, user, recoveryCodes } = await setUp('lost');
    const act = () =>
      site.database.transaction((query) =>
        removeSecondFactor(query, { playerId: BigInt(user.id), reason: 'lost the telephone' }),
      );
    expect(await act()).toMatchObject({ ok: true, value: { details: { endedSessions: 1 } } });
    expect((await site.call({ method: 'GET', url: '/api/user/me', token })).statusCode).toBe(401);
    const signedIn = await post('/auth/login', { identifier: 'lost', password });
    expect(signedIn.statusCode).toBe(200);
    const { token: newToken } = signedIn.json<{ token: string }>();
    expect(await listed(newToken)).toEqual({ authenticator: null, recoveryCodesLeft: 0 });
    expect(recoveryCodes).toHaveLength(10);
    expect(await act()).toMatchObject({ ok: false, code: 'not_found' });
  });
});
