/** The leaderboard, referrals, limits, closing and export over HTTP on a complete site. */
import { anyInstantGame as game } from '../../../../games/test/sweeps.ts';
import type { LeaderboardEntry } from '@fairground/contract/leaderboard';
import { profileSchema, type User } from '@fairground/contract/user';
import { once } from 'node:events';
import WebSocket from 'ws';
import { describe, expect, it } from 'vitest';
import { createInvitations } from '../../src/players/referrals/invitations.ts';
import { createAttemptLimiter } from '../../src/platform/attempt-limiter.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { signedMessage } from '../test-line.ts';
import { until } from '../player-client.ts';
import { siteForAll } from '../for-tests.ts';
import {
  addTestRound,
  isOfTestRounds,
  settleBet as settleBetOf,
} from '../../../../games/test/settled-bets.ts';

const site = siteForAll();

/** Requests a profile over the player's socket. */
const requestProfile = async (token: string | undefined, userId: unknown): Promise<unknown> => {
  const socket = new WebSocket(`${site.site.url.replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  const answered = new Promise((resolve) => {
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { requestId?: string; payload: unknown };
      if (message.requestId === 'asked') resolve(message.payload);
    });
  });
  const payload = { userId };
  const draft = { type: 'userProfile', payload, requestId: 'asked', nowMs: Date.now() };
  socket.send(signedMessage(token === undefined ? draft : { ...draft, token }));
  const answer = await answered;
  socket.close();
  return answer;
};

const remove = (token: string, password: unknown) => site.call('DELETE', '/user/me', token, { password });

const registerWith = async (username: string, more: object) => {
  const answer = await site.call('POST', '/auth/register', null, {
    username,
    email: `${username}@example.org`,
    password: 'a meadow of lanterns',
    adult: true,
    ...more,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as { token: string; user: User; referral: { username: string } | null };
};

const me = async (token: string): Promise<User> =>
  (await site.call('GET', '/user/me', token)).body as unknown as User;

const settleBet = (player: User, amount: number, payout: number): Promise<void> =>
  settleBetOf(site.database, player.id, { amount, payout });
const nextRound = (): Promise<bigint> => addTestRound(site.database);

describe('invitations', () => {
  it('are valid for an open account only, in any spelling of its reference', async () => {
    const host = await site.register('host');
    const readInvitation = async (ref: string) => (await site.call('GET', `/auth/invitation/${ref}`)).body;
    const { referenceId } = host.user;
    expect(await readInvitation(referenceId)).toEqual({ referral: { username: 'host' } });
    expect(await readInvitation(`ref-${referenceId.toUpperCase()}`)).toEqual({
      referral: { username: 'host' },
    });
    expect(await readInvitation('ref-doesnotexist')).toEqual({ referral: null });
    expect(await readInvitation('not-a-reference')).toEqual({ referral: null });
    expect((await site.call('GET', `/auth/invitation/${'x'.repeat(65)}`)).status).toBe(400);
    expect((await remove(host.token, 'a meadow of lanterns')).status).toBe(204);
    expect(await readInvitation(referenceId)).toEqual({ referral: null });
  });

  it('cannot be enumerated from one address', async () => {
    const limiter = createAttemptLimiter({ ...systemClock, monotonic: () => 0 });
    const invitations = createInvitations(site.database, limiter);
    for (let tries = 0; tries < 60; tries++) {
      expect(await invitations.find('ref-guessed234', '198.51.100.1')).toEqual({
        ok: true,
        value: { referral: null },
      });
    }
    expect(await invitations.find('ref-guessed234', '198.51.100.1')).toMatchObject({
      ok: false,
      code: 'rate_limited',
    });
    expect(await invitations.find('ref-guessed234', '198.51.100.2')).toMatchObject({ ok: true });
  });
});

describe('referrals', () => {
  it('pay both players when the first bet of the invited player is settled, and show that player', async () => {
    const anna = await site.register('anna');
    const invited = await registerWith('bruno', { ref: `ref-${anna.user.referenceId.toUpperCase()}` });
    expect(invited.referral).toEqual({ username: 'anna' });
    expect((await me(anna.token)).coins).toBe(1_000);
    await nextRound();
    await settleBet(invited.user, 10, 0);
    // Any change of the player makes the site check their referral.
    await site.call('POST', '/user/update', invited.token, { avatar: 'avatar3' });
    await until('both were paid', async () => (await me(anna.token)).coins === 1_250);
    expect((await me(invited.token)).coins).toBe(1_240);
    await nextRound();
    await settleBet(invited.user, 10, 0);
    await site.call('POST', '/user/update', invited.token, { avatar: 'avatar4' });
    expect((await me(anna.token)).coins).toBe(1_250);
    await nextRound();
    await settleBet(invited.user, 100, 130);
    const { coins, winningAmount, todaysBids } = await me(invited.token);
    expect({ coins, winningAmount, todaysBids }).toEqual({
      coins: 1_130,
      winningAmount: 130,
      todaysBids: 120,
    });
    expect(await me(anna.token)).toMatchObject({
      referralCount: 1,
      referrals: [{ referred: { username: 'bruno', avatar: 'avatar4', coins, winningAmount, todaysBids } }],
    });
  });

  it('A31: pay at most five per referrer per day; the others wait', async () => {
    const farmer = await site.register('farmer');
    const players = [];
    for (let i = 0; i < 7; i++) {
      players.push(await registerWith(`invited${i}`, { ref: farmer.user.referenceId }));
    }
    await nextRound();
    for (const { user } of players) await settleBet(user, 10, 0);
    for (const { token } of players) await site.call('POST', '/user/update', token, { avatar: 'avatar1' });
    await until('five were paid', async () => (await me(farmer.token)).coins === 1_000 + 5 * 250);
    const states = await site.rows<{ state: string }>(
      `SELECT state FROM referral WHERE referrer_id = $1`,
      farmer.user.id,
    );
    await until('two wait', async () => {
      const rows = await site.rows(
        `SELECT FROM referral WHERE referrer_id = $1 AND state = 'earned'`,
        farmer.user.id,
      );
      return rows.length === 2;
    });
    expect(states).toHaveLength(7);
    expect((await me(farmer.token)).coins).toBe(2_250);
  });

  it('ignore an unknown reference', async () => {
    expect((await registerWith('lonely', { ref: 'ref-nobody' })).referral).toBeNull();
  });
});

describe('the leaderboard', () => {
  it('orders by net winnings, then by today’s stakes, then by age', async () => {
    const names = ['lead_a', 'lead_b', 'lead_c', 'lead_d'];
    const players = [];
    for (const name of names) players.push(await site.register(name));
    const [a, b, c, d] = players;
    if (!a || !b || !c || !d) throw new Error('four players');
    await nextRound();
    await settleBet(a.user, 100, 300);
    await settleBet(b.user, 100, 900);
    // Turnover alone does not raise the rank.
    await settleBet(c.user, 200, 0);
    await nextRound();
    await settleBet(d.user, 50, 250);
    for (const window of ['all', 'today', 'week']) {
      const answer = await site.call('GET', `/user/leaderboard?limit=100&window=${window}`, a.token);
      const board = answer.body as unknown as LeaderboardEntry[];
      const ours = board.filter(({ username }) => names.includes(username));
      expect(
        ours.map(({ username, totalWon, todaysBids }) => [username, totalWon, todaysBids]),
        window,
      ).toEqual([
        ['lead_b', 800, 100],
        ['lead_a', 200, 100],
        ['lead_d', 200, 50],
        ['lead_c', 0, 200],
      ]);
      for (const [index, entry] of board.entries()) {
        const player = players.find(({ user }) => user.id === entry.id);
        if (!player) continue;
        const rank = await site.call('GET', `/user/rank?window=${window}`, player.token);
        expect(rank.body, window).toEqual({
          rank: index + 1,
          exact: true,
          todaysBids: entry.todaysBids,
          totalWon: entry.totalWon,
        });
      }
    }
  });

  it('has 10 places by default, from 1 to 100 on request, and none for visitors', async () => {
    const { token } = await site.register('reader');
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'window=year']) {
      expect((await site.call('GET', `/user/leaderboard?${query}`, token)).status, query).toBe(400);
    }
    expect((await site.call('GET', '/user/leaderboard', token)).body).toHaveLength(10);
    expect((await site.call('GET', '/user/leaderboard?limit=2', token)).body).toHaveLength(2);
    expect((await site.call('GET', '/user/leaderboard')).status).toBe(401);
  });
});

describe('limits and breaks', () => {
  it('become stricter immediately and looser after a day', async () => {
    const { token, user } = await site.register('careful');
    const set = (body: object) => site.call('POST', '/user/limits', token, body);
    expect((await site.call('GET', '/user/limits', token)).body).toEqual({
      dailyStake: null,
      breakUntil: null,
      pending: null,
    });
    expect((await set({ dailyStake: 100 })).body).toMatchObject({ dailyStake: 100, pending: null });
    expect((await set({ dailyStake: 50 })).body).toMatchObject({ dailyStake: 50, pending: null });
    const looser = await set({ dailyStake: 500 });
    expect(looser.body).toMatchObject({ dailyStake: 50, pending: { dailyStake: 500 } });
    expect((await set({ dailyStake: null })).body).toMatchObject({
      dailyStake: 50,
      pending: { dailyStake: null },
    });
    await site.rows(`UPDATE limit_change SET effective_at = clock_timestamp() WHERE player_id = $1`, user.id);
    await until('the looser limit counts', async () => {
      const { body } = await site.call('GET', '/user/limits', token);
      return body['dailyStake'] === null && body['pending'] === null;
    });
  });

  it('I20: refuse stakes during a break, which cannot be shortened', async () => {
    const { token } = await site.register('resting');
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const set = (body: object) => site.call('POST', '/user/limits', token, body);
    expect((await site.call('GET', '/user/me', token)).body).not.toHaveProperty('breakUntil');
    expect((await set({ breakUntil: tomorrow })).body).toMatchObject({ breakUntil: tomorrow });
    expect((await site.call('GET', '/user/me', token)).body).toMatchObject({ breakUntil: tomorrow });
    expect(await set({ breakUntil: inAnHour })).toMatchObject({ status: 403, body: { code: 'on_a_break' } });
    expect(await site.call('POST', game.create, token, game.body)).toMatchObject({
      status: 403,
      body: { code: 'on_a_break' },
    });
    expect((await me(token)).coins).toBe(1_000);
  });

  it.each([
    {},
    { dailyStake: -1 },
    { dailyStake: 1.5 },
    { dailyStake: '10' },
    { breakUntil: 'tomorrow' },
    { breakUntil: '2020-01-01T00:00:00.000Z' },
    { breakUntil: '2999-01-01T00:00:00.000Z' },
    { breakUntil: null },
    { dailyStake: 10, coins: 5 },
  ])('%j is a 400', async (body) => {
    const { token } = await site.register(`bad${Math.random().toString(36).slice(2, 10)}`);
    expect((await site.call('POST', '/user/limits', token, body)).status).toBe(400);
  });
});

describe('a profile', () => {
  it('counts all referred players, also those that its list has no room for', async () => {
    const host = await site.register('Inviter');
    const reader = await registerWith('invited', { ref: host.user.referenceId });
    await site.rows('UPDATE player SET referral_count = 105 WHERE id = $1', host.user.id);
    const { body } = await site.call('GET', '/user/profile/inviter', reader.token);
    expect(body).toMatchObject({ referralCount: 105, referredUsers: [{ username: 'invited' }] });
  });

  it('A18: shows what the contract lists and never an email address, by call and by message', async () => {
    const host = await site.register('Hostess');
    const guest = await registerWith('guest', { ref: host.user.referenceId });
    const { status, body, text } = await site.call('GET', '/user/profile/hostess', guest.token);
    expect(status).toBe(200);
    expect(profileSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      username: 'Hostess',
      ticketsPlayed: 0,
      referralCount: 1,
      referredUsers: [{ id: guest.user.id, username: 'guest', avatar: null }],
    });
    expect(text).not.toContain('@');
    expect(await requestProfile(guest.token, 'Hostess')).toEqual({ success: true, data: { user: body } });
    expect(await requestProfile(guest.token, 'nobody')).toMatchObject({ success: false, code: 'not_found' });
    const sentence = expect.stringMatching(/./) as string;
    expect(await requestProfile(guest.token, 7)).toEqual({
      success: false,
      code: 'invalid_request',
      message: sentence,
    });
    expect(await requestProfile(undefined, 'Hostess')).toEqual({
      success: false,
      code: 'not_signed_in',
      message: sentence,
    });
    expect((await site.call('GET', '/user/profile/nobody', guest.token)).status).toBe(404);
    expect((await site.call('GET', '/user/profile/hostess')).status).toBe(401);
  });
});

describe('closing an account', () => {
  it('needs the password, revokes every token, frees the name, and leaves the ledger consistent', async () => {
    const { token, user } = await site.register('leaver');
    expect((await remove(token, 'not my password')).status).toBe(401);
    expect((await remove(token, 5)).status).toBe(400);
    expect((await me(token)).coins).toBe(1_000);
    expect((await remove(token, 'a meadow of lanterns')).status).toBe(204);
    expect((await site.call('GET', '/user/me', token)).status).toBe(401);
    const login = { identifier: 'leaver', password: 'a meadow of lanterns' };
    expect((await site.call('POST', '/auth/login', null, login)).status).toBe(401);
    const [row] = await site.rows<{ text: string; coins: bigint }>(
      `SELECT p::text AS text, w.coins FROM player p JOIN wallet w ON w.player_id = p.id WHERE p.id = $1`,
      user.id,
    );
    expect(row?.text).not.toContain('leaver');
    expect(row?.coins).toBe(0n);
    // Its former names are free too.
    const before = await site.register('leaving_2');
    await site.call('POST', '/user/update', before.token, { username: 'leaving_3' });
    expect((await remove(before.token, 'a meadow of lanterns')).status).toBe(204);
    await site.register('leaving_2');
    const again = await site.register('leaver');
    expect(again.user.id).not.toBe(user.id);
  });

  it('removes a closed account from the leaderboards', async () => {
    const { token, user } = await site.register('forgotten');
    await nextRound();
    await settleBet(user, 100, 990);
    expect((await remove(token, 'a meadow of lanterns')).status).toBe(204);
    const { token: reader } = await site.register('reader2');
    for (const window of ['all', 'today', 'week']) {
      const { body } = await site.call('GET', `/user/leaderboard?limit=100&window=${window}`, reader);
      const ids = (body as unknown as LeaderboardEntry[]).map(({ id }) => id);
      expect(ids).not.toContain(user.id);
    }
  });
});

it('exports the player, their transfers and nothing of others', async () => {
  const { token, user } = await site.register('collector');
  const { status, body, text } = await site.call('POST', '/user/export', token, {
    password: 'a meadow of lanterns',
  });
  expect(status).toBe(200);
  expect(body['user']).toMatchObject({ id: user.id, email: 'collector@example.org' });
  expect(body['transfers']).toMatchObject([{ kind: 'signup', amount: 1_000, to_balance: 'coins' }]);
  expect(body['sessions']).toHaveLength(1);
  expect(text).not.toContain('password');
  expect(text).not.toContain('sealed');
});

it('passes the audit', async () => {
  const violations = await site.findViolations();
  expect(violations.filter((finding) => !isOfTestRounds(finding))).toEqual([]);
});
