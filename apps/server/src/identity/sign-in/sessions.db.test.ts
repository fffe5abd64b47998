/** How long sessions last, how many a player has, and ending all of them. */
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../platform/entropy.ts';
import { watchedSiteForAll } from '../../../test/for-tests.ts';
import { password } from '../../../test/watched-site.ts';
import * as sessions from './sql/sessions.sql.ts';

const site = watchedSiteForAll();

const me = async (token: string): Promise<number> =>
  (await site.call({ method: 'GET', url: '/api/user/me', token })).statusCode;

const signIn = async (identifier: string): Promise<string> =>
  (await site.call({ method: 'POST', url: '/api/auth/login', payload: { identifier, password } })).json<{
    token: string;
  }>().token;

const listed = async (token: string): Promise<{ id: string; current: boolean }[]> =>
  (await site.call({ method: 'GET', url: '/api/user/sessions', token })).json();

/** As if the time had passed since the sessions of this player were last used. */
const pass = (username: string, days: number) =>
  site.rows(
    `UPDATE session s SET last_seen_at = last_seen_at - make_interval(days => $2),
        expires_at = expires_at - make_interval(days => $2),
        absolute_expires_at = absolute_expires_at - make_interval(days => $2)
      FROM player p WHERE p.id = s.player_id AND p.username = $1`,
    username,
    days,
  );

const settleTouch = async (username: string): Promise<void> => {
  for (;;) {
    const stale = await site.rows(
      `SELECT FROM session s JOIN player p ON p.id = s.player_id
        WHERE p.username = $1 AND s.last_seen_at < clock_timestamp() - interval '5 minutes'`,
      username,
    );
    if (stale.length === 0) return;
  }
};

/** Whether a statement waits for the lock of another transaction. */
const isAnyBlocked = async (): Promise<boolean> => {
  const waiting = await site.rows(`SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE NOT l.granted AND a.datname = current_database()`);
  return waiting.length > 0;
};

describe('a session', () => {
  test('ends after fourteen days without use', async () => {
    const { token } = await site.register('idle');
    await pass('idle', 13);
    expect(await me(token)).toBe(200);
    await settleTouch('idle');
    await pass('idle', 13);
    expect(await me(token)).toBe(200);
    await settleTouch('idle');
    const unused = (await site.register('unused')).token;
    await pass('unused', 14);
    expect(await me(unused)).toBe(401);
  });

  test('ends after thirty days however much it is used', async () => {
    const { token } = await site.register('busy');
    for (const days of [10, 10, 9]) {
      await pass('busy', days);
      expect(await me(token)).toBe(200);
      await settleTouch('busy');
    }
    await pass('busy', 1);
    expect(await me(token)).toBe(401);
  });

  test('of a guest does not end for want of use', async () => {
    const answer = await site.call({ method: 'POST', url: '/api/auth/guest', payload: { adult: true } });
    const { token, user } = answer.json<{ token: string; user: { username: string } }>();
    await pass(user.username, 100);
    expect(await me(token)).toBe(200);
  });
});

describe('twenty sessions', () => {
  test('are the most a player has; the one that was not used for the longest time ends', async () => {
    const { token: first } = await site.register('collector');
    await pass('collector', 1);
    const second = await signIn('collector');
    for (let n = 3; n <= 20; n++) await signIn('collector');
    expect(await listed(second)).toHaveLength(20);
    const oldest = (await listed(second)).at(-1)?.id;
    site.closedSessions.length = 0;
    const last = await signIn('collector');
    expect(await me(first)).toBe(401);
    expect(await me(second)).toBe(200);
    expect(await me(last)).toBe(200);
    expect(await listed(last)).toHaveLength(20);
    expect(site.closedSessions).toEqual([oldest]);
  });

  test('are the most with sign-ins at the same time: each waits for the one before it', async () => {
    const { user } = await site.register('hasty');
    const playerId = BigInt(user.id);
    for (let n = 2; n <= 20; n++) await signIn('hasty');
    const { query, transaction } = site.database;
    const [player] = await query<{ password_hash: string }>({
      text: `SELECT password_hash FROM player WHERE id = $1`,
      values: [playerId],
    });
    const events: string[] = [];
    const open = (name: string, during: () => Promise<void>) =>
      transaction(async (on) => {
        await sessions.insertSessionIfUnchanged.run(on, {
          playerId,
          tokenHash: hashToken(name),
          userAgent: null,
          lastsSeconds: 60,
          idleSeconds: 60,
          passwordHash: player?.password_hash ?? '',
        });
        events.push(`${name} is written`);
        await during();
        await sessions.deleteSurplusSessions.run(on, { playerId, maxSessions: 20 });
        events.push(`${name} has ended others`);
      });
    let second: Promise<void> | undefined;
    await open('first', async () => {
      second = open('second', async () => undefined);
      while (events.length < 2 && !(await isAnyBlocked())) continue;
    });
    await second;
    expect(events).toEqual([
      'first is written',
      'first has ended others',
      'second is written',
      'second has ended others',
    ]);
    const rows = await query({ text: `SELECT FROM session WHERE player_id = $1`, values: [playerId] });
    expect(rows).toHaveLength(20);
  });
});

describe('signing out everywhere', () => {
  const end = (token: string, query = '') =>
    site.call({ method: 'DELETE', url: `/api/user/sessions${query}`, token });

  test('ends every session of the player and no other, and clears the cookie', async () => {
    const { token } = await site.register('leaver');
    const { token: other } = await site.register('stayer');
    const tokens = [token, await signIn('leaver'), await signIn('leaver')];
    site.closedSessions.length = 0;
    const answer = await end(token);
    expect(answer.statusCode).toBe(204);
    expect([answer.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^session=;/),
      expect.stringMatching(/^fairground_signed_in=;/),
    ]);
    expect(await Promise.all(tokens.map(me))).toEqual([401, 401, 401]);
    expect(site.closedSessions).toHaveLength(3);
    expect(await me(other)).toBe(200);
  });

  test('can leave out the session that calls', async () => {
    const { token } = await site.register('stays_here');
    const elsewhere = await signIn('stays_here');
    const answer = await end(token, '?except=current');
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await Promise.all([token, elsewhere].map(me))).toEqual([200, 401]);
    expect((await end(token, '?except=other')).statusCode).toBe(400);
    expect((await site.call({ method: 'DELETE', url: '/api/user/sessions' })).statusCode).toBe(401);
  });
});
