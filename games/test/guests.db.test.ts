/** Guests on the complete site: every game, no board, and what becomes of those whom nobody uses. */
import type { LeaderboardEntry, Rank } from '@fairground/contract/leaderboard';
import type { User } from '@fairground/contract/user';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteForAll } from '../../apps/server/test/for-tests.ts';
import { PlayerClient, until } from '../../apps/server/test/player-client.ts';
import { waitsForLock } from '../../apps/server/test/lock-waits.ts';
import { queryAsOwner } from '../../apps/server/test/query-as-owner.ts';

const signupCoins = 5_000;
const checkMs = 60_000;
const drawMs = 10_000;

const site = siteForAll({
  clock: 'moved',
  env: {
    SIGNUP_COINS: String(signupCoins),
    AVIATOR_COUNTDOWN_MS: '5000',
    DOUBLE_TROUBLE_INTERVAL_MS: String(drawMs),
    DOUBLE_TROUBLE_CLOSE_MS: '500',
    LOTTERY_DRAW_CRON: '*/10 * * * * *',
    LOTTERY_CLOSE_MS: '500',
  },
});

interface Guest {
  token: string;
  user: User;
}

const createGuest = async (): Promise<Guest> => {
  const answer = await site.call('POST', '/auth/guest', '', { adult: true });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as unknown as Guest;
};
const post = async <Body>(token: string, path: string, body: object): Promise<Body> => {
  const answer = await site.call('POST', path, token, body);
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body as unknown as Body;
};
const userOf = async (token: string): Promise<User> =>
  (await site.call('GET', '/user/me', token)).body as unknown as User;
const statusOf = async (token: string): Promise<number> => (await site.call('GET', '/user/me', token)).status;
const keepBody = (username: string) => ({
  username,
  email: `${username}@example.org`,
  password: 'a meadow of lanterns',
});

const games: Record<string, (token: string) => Promise<unknown>> = {
  aviator: (token) => post(token, '/aviator/create', { amount: 10 }),
  doubleTrouble: (token) => post(token, '/doubleTrouble/create', { drawType: 'Over', amount: 10 }),
  lottery: (token) => post(token, '/lottery/create', { numbers: [1, 2, 3, 4, 5, 6], bid: 10 }),
  mineField: (token) => post(token, '/mineField/create', { difficulty: 'Easy', bidAmount: 100 }),
  highStriker: (token) => post(token, '/highStriker/create', { amount: 100, target: 1_000 }),
};

/** Waits until every game takes bets: Aviator between two flights, the others some seconds before their draws. */
const toBettingTime = async (): Promise<void> => {
  for (;;) {
    const [round] = await site.rows<{ state: string; starts_at: Date }>(
      `SELECT state, starts_at FROM aviator_round ORDER BY id DESC LIMIT 1`,
    );
    const now = site.time.nowMs();
    const isOpen = round?.state === 'betting' && round.starts_at.getTime() - now > 1_000;
    if (isOpen && now % drawMs > 500 && now % drawMs < drawMs - 2_000) return;
    await site.time.advance(500);
  }
};

/** Lets the director check once; the files that a closing writes take time of their own. */
const untilClosed = (guests: readonly Guest[], prepare = () => Promise.resolve()): Promise<void> =>
  until('the guests are closed', async () => {
    await prepare();
    await site.time.advanceCoarsely(checkMs / 10);
    const [open] = await site.rows<{ count: number }>(
      `SELECT count(*)::integer AS count FROM player WHERE id = ANY ($1::bigint[]) AND closed_at IS NULL`,
      guests.map(({ user }) => user.id),
    );
    return open?.count === 0;
  });

/** As if that many days had passed since anybody used the account. */
const age = async (playerId: string, days: number): Promise<void> => {
  for (const text of [
    `UPDATE player SET created_at = created_at - $2 * interval '1 day' WHERE id = $1`,
    `UPDATE session SET last_seen_at = last_seen_at - $2 * interval '1 day' WHERE player_id = $1`,
    `UPDATE wallet SET staked_on = staked_on - $2::integer WHERE player_id = $1`,
  ]) {
    await queryAsOwner(site.database, text, [playerId, days]);
  }
};

describe('a guest', () => {
  it('plays every game, and every change is pushed', async () => {
    const { token, user } = await createGuest();
    const page = new PlayerClient(site.site.url, user.username);
    page.token = token;
    await page.connect();
    await toBettingTime();
    for (const [name, play] of Object.entries(games)) {
      await play(token);
      const { version } = await userOf(token);
      await until(`${name} was pushed`, () => (page.user?.version ?? 0) >= version);
      expect(page.user).toMatchObject({ guest: true, email: null });
    }
    expect(await userOf(token)).toMatchObject({ coins: signupCoins - 230, todaysBids: 230 });
    const exported = await site.call('GET', '/user/export', token);
    expect(exported.body.user).toMatchObject({ guest: true, email: null });
    page.disconnect();
    expect(await site.findViolations()).toEqual([]);
  });

  it('is on no board, and with the account kept is on all of them with what was won', async () => {
    const player = (await site.register('ranked_player')).token;
    const { token, user } = await createGuest();
    await toBettingTime();
    await games['doubleTrouble']?.(token);
    // As after wins of this week.
    await queryAsOwner(site.database, `UPDATE wallet SET total_won = 900 WHERE player_id = $1`, [user.id]);
    await queryAsOwner(
      site.database,
      `INSERT INTO standing (span, since, player_id, won)
        SELECT span, since, $1::bigint, 900 FROM today t
        CROSS JOIN LATERAL (VALUES ('d'::"char", t.day),
          ('w'::"char", date_trunc('week', t.day)::date)) AS s (span, since)`,
      [user.id],
    );
    const read = async (window: string) => {
      const board = await site.call('GET', `/user/leaderboard?limit=100&window=${window}`, player);
      const own = await site.call('GET', `/user/rank?window=${window}`, token);
      const others = await site.call('GET', `/user/rank?window=${window}`, player);
      return {
        onBoard: (board.body as unknown as LeaderboardEntry[]).some(({ id }) => id === user.id),
        own: (own.body as unknown as Rank).rank,
        totalWon: (own.body as unknown as Rank).totalWon,
        others: (others.body as unknown as Rank).rank,
      };
    };
    const windows = ['all', 'week', 'today'];
    const before = await Promise.all(windows.map(read));
    for (const each of before) expect(each).toMatchObject({ onBoard: false, own: null, totalWon: 900 });
    await post(token, '/user/keep', keepBody('Came_To_Stay'));
    const after = await Promise.all(windows.map(read));
    for (const [at, each] of after.entries()) {
      expect(each).toEqual({ onBoard: true, own: 1, totalWon: 900, others: (before[at]?.others ?? 0) + 1 });
    }
    await queryAsOwner(site.database, `UPDATE wallet SET total_won = 0 WHERE player_id = $1`, [user.id]);
    await queryAsOwner(site.database, `DELETE FROM standing WHERE player_id = $1`, [user.id]);
  });

  it('cannot close the account, nor change its password, before it is kept', async () => {
    const { token } = await createGuest();
    const close = (password: string) => site.call('DELETE', '/user/me', token, { password });
    const refused = await close('any password');
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'reauthentication_required' });
    expect(await statusOf(token)).toBe(200);
    await post(token, '/user/keep', keepBody('Wants_To_Leave'));
    expect((await close('a meadow of lanterns')).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
  });
});

describe('a guest whom nobody uses', () => {
  it('is closed by the director after 30 days, as any account is', async () => {
    const { token, user } = await createGuest();
    await toBettingTime();
    await games['mineField']?.(token);
    await games['lottery']?.(token);
    const page = new PlayerClient(site.site.url, user.username);
    page.token = token;
    await page.connect();
    // The site looks a session up again after its socket was bound, which may mark it as seen after it was aged.
    await untilClosed([{ token, user }], () => age(user.id, 31));
    await until('the socket is closed', () => page.closeCode !== undefined);
    expect(await statusOf(token)).toBe(401);
    const [row] = await site.rows<Record<string, unknown>>(
      `SELECT p.username, p.email, p.avatar, p.closed_at IS NOT NULL AS is_closed, w.coins, w.winnings,
        (SELECT sum(amount)::bigint FROM transfer WHERE kind = 'closed'
          AND debit_account IN (coins_account(p.id), winnings_account(p.id))) AS moved,
        (SELECT count(*)::integer FROM session s WHERE s.player_id = p.id) AS sessions
      FROM player p JOIN wallet w ON w.player_id = p.id WHERE p.id = $1`,
      user.id,
    );
    expect(row).toEqual({
      username: expect.stringMatching(/^closed_/),
      email: expect.stringMatching(/^closed_\w+@closed\.invalid$/),
      avatar: null,
      is_closed: true,
      coins: 0n,
      winnings: 0n,
      // The game in play was given back or lost, and the ticket was paid for.
      moved: expect.any(BigInt),
      sessions: 0,
    });
    // A restore would close the account again.
    const list = await readFile(join(site.dataDir, 'lasting-acts'), 'utf8');
    expect(list.split('\n').filter((line) => /^closed [0-9a-f]{64}$/.test(line)).length).toBeGreaterThan(0);
    expect(await site.findViolations()).toEqual([]);
  });

  it('is not closed where the account is younger, was used or bet with since, or was kept', async () => {
    const young = await createGuest();
    await age(young.user.id, 29);
    const used = await createGuest();
    await age(used.user.id, 31);
    await queryAsOwner(
      site.database,
      `UPDATE session SET last_seen_at = clock_timestamp() - interval '29 days' WHERE player_id = $1`,
      [used.user.id],
    );
    const bettor = await createGuest();
    await age(bettor.user.id, 31);
    await queryAsOwner(
      site.database,
      `UPDATE wallet SET staked_on = (SELECT day FROM today) - 29 WHERE player_id = $1`,
      [bettor.user.id],
    );
    const kept = await createGuest();
    await post(kept.token, '/user/keep', keepBody('Kept_In_Time'));
    await age(kept.user.id, 31);
    const unused = await createGuest();
    await age(unused.user.id, 31);
    await untilClosed([unused]);
    await site.time.advanceCoarsely(2 * checkMs);
    expect(await statusOf(unused.token)).toBe(401);
    for (const { token } of [young, used, bettor, kept]) expect(await statusOf(token)).toBe(200);
  });

  it('stays open where it is used while its closing waits for that', async () => {
    const { user, token } = await createGuest();
    await age(user.id, 31);
    const { closing } = await site.database.transaction(async (query) => {
      // As a bet does, which locks the wallet first.
      await query({ text: 'SELECT FROM ledger.lock_wallets(ARRAY[$1::bigint])', values: [user.id] });
      await query({
        text: 'UPDATE session SET last_seen_at = clock_timestamp() WHERE player_id = $1',
        values: [user.id],
      });
      const running = site.time.advanceCoarsely(checkMs);
      expect(await waitsForLock(site.database, 'lock_wallets', running), 'the closing waits').toBe(true);
      return { closing: { running } };
    });
    await closing.running;
    expect(await statusOf(token)).toBe(200);
  });

  it('is closed with any number of others, a few at a time', async () => {
    const guests = await Promise.all(Array.from({ length: 60 }, createGuest));
    for (const { user } of guests) await age(user.id, 40);
    await untilClosed(guests);
    expect(await site.findViolations()).toEqual([]);
  });
});

describe('the audit', () => {
  it.each([
    [
      'A31',
      `UPDATE player SET referral_count = 1 WHERE id = $1`,
      `UPDATE player SET referral_count = 0 WHERE id = $1`,
    ],
    [
      'A38',
      `UPDATE player SET email_confirmed_at = clock_timestamp() WHERE id = $1`,
      `UPDATE player SET email_confirmed_at = NULL WHERE id = $1`,
    ],
  ])('%s: finds what a guest must not have', async (line, breakIt, mend) => {
    const { user } = await createGuest();
    await queryAsOwner(site.database, breakIt, [user.id]);
    const broken = (await site.findViolations()) as { line: string }[];
    expect(broken.map((finding) => finding.line)).toEqual([line]);
    await queryAsOwner(site.database, mend, [user.id]);
    expect(await site.findViolations()).toEqual([]);
  });

  it('a player without a password has no address either, by constraint', async () => {
    const { user } = await createGuest();
    for (const change of [`email = 'only@example.org'`, `password_hash = 'only'`]) {
      await expect(
        queryAsOwner(site.database, `UPDATE player SET ${change} WHERE id = $1`, [user.id]),
      ).rejects.toThrow('player_guest');
    }
  });
});
