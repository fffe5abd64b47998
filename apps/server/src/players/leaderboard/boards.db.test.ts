/** Pages of boards, boards of games and of bots, and the search for players, over HTTP on a complete site. */
import { betCalls, gameSweeps } from '../../../../../games/test/sweeps.ts';
import type { LeaderboardEntry } from '@fairground/contract/leaderboard';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPlayerSearch } from './search.ts';
import { createAttemptLimiter } from '../../platform/attempt-limiter.ts';
import { systemClock } from '../../platform/clock.ts';
import { siteForAll } from '../../../test/for-tests.ts';
import { addTestRound, gameOfBets, settleBet } from '../../../../../games/test/settled-bets.ts';

const otherGame = betCalls.find(({ id }) => id !== gameOfBets)?.id;
const gameWithoutStakes = gameSweeps.find(({ bet }) => bet === null)?.id;

let token: string;
const names = ['Board_Ada', 'board_ben', 'board_Cleo', 'boardwalk', 'bored_dan'];
const ids = new Map<string, string>();

const idOf = (name: string): string => ids.get(name) ?? expect.fail(`${name} is not registered`);

const site = siteForAll();
beforeAll(async () => {
  for (const name of names) {
    const player = await site.register(name);
    ids.set(name, player.user.id);
    token = player.token;
  }
  await addTestRound(site.database);
  for (const [index, name] of names.entries()) {
    await settleBet(site.database, idOf(name), { amount: 100, payout: index === 0 ? 0 : 100 + 50 * index });
  }
});

const read = async (query: string): Promise<LeaderboardEntry[]> => {
  const { status, text, body } = await site.call('GET', `/user/leaderboard?${query}`, token);
  expect(status, text).toBe(200);
  return body as unknown as LeaderboardEntry[];
};
const namesOf = (board: readonly LeaderboardEntry[]): string[] => board.map(({ username }) => username);

const markAsBot = (name: string, bot: boolean) =>
  site.rows(`UPDATE player SET bot = $2 WHERE id = $1`, idOf(name), bot);

describe('pages of a board', () => {
  it.each(['all', 'month', 'week', 'today'])('follow each other without a gap: %s', async (window) => {
    const first = await read(`window=${window}&limit=100`);
    expect(namesOf(first)).toEqual(names.toReversed());
    const pages = await Promise.all(
      [0, 2, 4, 6].map((offset) => read(`window=${window}&limit=2&offset=${offset}`)),
    );
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1, 0]);
    expect(pages.flat()).toEqual(first);
  });

  it('refuse an offset that is no count of places', async () => {
    for (const offset of ['-1', '1.5', 'x', '1000001', '1e309']) {
      expect((await site.call('GET', `/user/leaderboard?offset=${offset}`, token)).status, offset).toBe(400);
    }
  });
});

describe('boards of games', () => {
  it('list the winners of that game alone', async () => {
    const board = await read(`game=${gameOfBets}`);
    expect(board.map(({ username, totalWon }) => [username, totalWon])).toEqual([
      ['bored_dan', 200],
      ['boardwalk', 150],
      ['board_Cleo', 100],
      ['board_ben', 50],
    ]);
    expect(await read(`game=${otherGame}`)).toEqual([]);
    expect(namesOf(await read(`game=${gameOfBets}&offset=1&limit=2`))).toEqual(['boardwalk', 'board_Cleo']);
    expect((await site.call('GET', `/user/rank?game=${gameOfBets}`, token)).body).toEqual({
      rank: 1,
      exact: true,
      todaysBids: 100,
      totalWon: 200,
    });
    expect((await site.call('GET', `/user/rank?game=${otherGame}`, token)).body).toEqual({
      rank: null,
      exact: true,
      todaysBids: 100,
      totalWon: 0,
    });
  });

  it('exist for games with stakes, and for all time', async () => {
    for (const query of [
      'game=chess',
      `game=${gameWithoutStakes}`,
      'game=',
      `game=${gameOfBets}&window=today`,
      'players=cats',
    ]) {
      expect((await site.call('GET', `/user/leaderboard?${query}`, token)).status, query).toBe(400);
    }
    expect((await site.call('GET', '/user/rank?game=chess', token)).status).toBe(400);
  });
});

describe('bots', () => {
  it('are on boards of their own', async () => {
    await markAsBot('boardwalk', true);
    try {
      for (const query of ['window=all', 'window=today', 'window=month', `game=${gameOfBets}`]) {
        expect(namesOf(await read(query)), query).not.toContain('boardwalk');
        const bots = await read(`${query}&players=bots`);
        expect(bots, query).toEqual([
          expect.objectContaining({ username: 'boardwalk', totalWon: 150, bot: true }),
        ]);
      }
      const { token: own } = (
        await site.call('POST', '/auth/login', null, {
          identifier: 'boardwalk',
          password: 'a meadow of lanterns',
        })
      ).body as { token: string };
      for (const query of ['', '?window=week', `?game=${gameOfBets}`])
        expect((await site.call('GET', `/user/rank${query}`, own)).body).toMatchObject({
          rank: 1,
          bot: true,
        });
    } finally {
      await markAsBot('boardwalk', false);
    }
  });
});

describe('suspended players', () => {
  const suspend = (name: string, until: string | null) =>
    site.rows(
      `UPDATE player SET suspended_at = clock_timestamp(), suspended_until = $2::timestamptz WHERE id = $1`,
      idOf(name),
      until,
    );
  const queries = ['window=all', 'window=today', 'window=week', 'window=month', `game=${gameOfBets}`];
  const month = async () =>
    ((await site.call('GET', '/seasons', token)).body as { current: { month: string } }).current.month;
  const seasonNames = async () => {
    const { body } = await site.call('GET', `/seasons/${await month()}`, token);
    return (body as { places: { username: string }[] }).places.map(({ username }) => username);
  };

  it('are on no board, in no running season and not found until the suspension is over', async () => {
    await suspend('boardwalk', null);
    await markAsBot('board_Cleo', true);
    await suspend('board_Cleo', '2999-01-01T00:00:00Z');
    try {
      for (const query of queries) {
        expect(namesOf(await read(query)), query).not.toContain('boardwalk');
        expect(await read(`${query}&players=bots`), query).toEqual([]);
      }
      expect(await seasonNames()).not.toContain('boardwalk');
      for (const name of ['boardwalk', 'board_Cleo']) {
        const { body } = await site.call('GET', `/user/search?name=${name}`, token);
        expect(body).toEqual([]);
      }
      const { token: own } = (
        await site.call('POST', '/auth/login', null, {
          identifier: 'board_ben',
          password: 'a meadow of lanterns',
        })
      ).body as { token: string };
      for (const query of ['window=all', 'window=month', `game=${gameOfBets}`]) {
        expect((await site.call('GET', `/user/rank?${query}`, own)).body, query).toMatchObject({ rank: 2 });
      }
    } finally {
      await suspend('boardwalk', '2020-01-01T00:00:00Z');
      await suspend('board_Cleo', '2020-01-01T00:00:00Z');
      await markAsBot('board_Cleo', false);
    }
    for (const query of queries) expect(namesOf(await read(query)), query).toContain('boardwalk');
    expect(await seasonNames()).toContain('boardwalk');
  });
});

describe('the search for players', () => {
  const search = async (name: string) => {
    const { status, body } = await site.call('GET', `/user/search?name=${encodeURIComponent(name)}`, token);
    return { status, found: status === 200 ? (body as unknown as { username: string }[]) : [] };
  };
  const find = async (name: string) => (await search(name)).found.map(({ username }) => username);

  it('finds names by their first characters in any case, and nothing else', async () => {
    expect(await find('BOARD_')).toEqual(['Board_Ada', 'board_ben', 'board_Cleo']);
    expect(await find('boa')).toHaveLength(4);
    expect(await find('bored_dan')).toEqual(['bored_dan']);
    expect(await find('oard')).toEqual([]);
    // An underscore is a character like others, not a wildcard.
    expect(await find('board_a')).toEqual(['Board_Ada']);
    expect(await find('b_')).toEqual([]);
    expect((await search('Board_Ada')).found).toEqual([
      { id: idOf('Board_Ada'), username: 'Board_Ada', avatar: null, totalWon: expect.any(Number) as number },
    ]);
  });

  it('finds at most ten, neither guests nor closed accounts, and names bots as such', async () => {
    for (let index = 0; index < 12; index++) await site.register(`many_${index}`);
    expect(await find('many')).toHaveLength(10);
    const guest = (await site.call('POST', '/auth/guest', null, { adult: true })).body as {
      user: { username: string };
    };
    expect(await find(guest.user.username)).toEqual([]);
    await site.rows(`UPDATE player SET closed_at = clock_timestamp() WHERE username = 'many_1'`);
    expect(await find('many_1')).toEqual(['many_10', 'many_11']);
    await markAsBot('board_ben', true);
    expect((await search('board_ben')).found).toMatchObject([{ bot: true }]);
    await markAsBot('board_ben', false);
  });

  it('refuses what is no beginning of a name, visitors, and the sixty-first try of a minute', async () => {
    for (const name of ['', ' ', 'a b', '%', "a'", 'ä', 'x'.repeat(21)]) {
      expect((await search(name)).status, name).toBe(400);
    }
    expect((await site.call('GET', '/user/search?name=a')).status).toBe(401);
    const limiter = createAttemptLimiter({ ...systemClock, monotonic: () => 0 });
    const { find: findPlayers } = createPlayerSearch({ database: site.database, limiter });
    for (let tries = 0; tries < 60; tries++)
      expect(await findPlayers(1n, 'board')).toMatchObject({ ok: true });
    expect(await findPlayers(1n, 'board')).toMatchObject({ ok: false, code: 'rate_limited' });
    expect(await findPlayers(2n, 'board')).toMatchObject({ ok: true });
  });
});
