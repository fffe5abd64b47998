/**
 * Boards and a player's own place, compared with the sorted board: with every kind of tie, among the places
 * that are listed and below them.
 */
import { boardWindows, listedPlaces, type BoardWindow } from '@fairground/contract/leaderboard';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { StepContext } from '../../director/director.ts';
import { createHistogramEngine } from './histogram.ts';
import { createFindPlace } from './own-place.ts';
import { createLeaderboardService } from './service.ts';
import { databaseForAll } from '../../../test/for-tests.ts';
import { addPlayer } from '../../../test/harness.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';

const players = 60;

const ids: bigint[] = [];
const test = databaseForAll();
beforeAll(async () => {
  for (let index = 0; index < players; index++) {
    ids.push(await addPlayer(test.database, `ranked_${index}`, 1000));
  }
});

interface Player {
  won: number;
  wonToday: number;
  staked: number;
  stakedOn: 'today' | 'before';
  isClosed: boolean;
  isGuest: boolean;
  isBot: boolean;
}

/** Few different amounts, so that every tie-break occurs. */
const somePlayers = fc.array(
  fc.record({
    won: fc.constantFrom(0, 0, 0, 100, 200, 300),
    wonToday: fc.constantFrom(0, 0, 50, 100),
    staked: fc.constantFrom(0, 10, 20),
    stakedOn: fc.constantFrom('today', 'before'),
    isClosed: fc.nat(9).map((n) => n === 0),
    isGuest: fc.nat(9).map((n) => n === 0),
    isBot: fc.nat(9).map((n) => n === 0),
  } satisfies Record<keyof Player, fc.Arbitrary<unknown>>),
  { minLength: players, maxLength: players },
);

const run = (text: string, values: unknown[] = []) => queryAsOwner(test.database, text, values);

/** Closed accounts retain what was settled after their closing. */
const fill = async (board: readonly Player[]): Promise<void> => {
  const column = (of: keyof Player) => board.map((player) => player[of]);
  await run(
    `UPDATE wallet w SET total_won = b.won, staked_today = b.staked,
      staked_on = CASE WHEN b.staked_on = 'today' THEN current_date ELSE '2000-01-01' END
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) AS b (id, won, staked, staked_on)
      WHERE w.player_id = b.id`,
    [ids, column('won'), column('staked'), column('stakedOn')],
  );
  await run(`DELETE FROM standing`);
  await run(
    `INSERT INTO standing (span, since, player_id, won)
      SELECT span, since, id, won FROM unnest($1::bigint[], $2::bigint[]) AS b (id, won)
      CROSS JOIN (VALUES ('d'::"char", current_date), ('w'::"char", date_trunc('week', current_date)::date),
        ('m'::"char", date_trunc('month', current_date)::date)) AS s (span, since)
      WHERE won > 0`,
    [ids, column('wonToday')],
  );
  await run(
    `UPDATE player p SET closed_at = CASE WHEN b.closed THEN clock_timestamp() END,
        email = CASE WHEN NOT b.guest THEN p.username || '@example.org' END,
        password_hash = CASE WHEN NOT b.guest THEN 'not-a-hash' END, bot = b.bot
      FROM unnest($1::bigint[], $2::boolean[], $3::boolean[], $4::boolean[]) AS b (id, closed, guest, bot)
      WHERE p.id = b.id`,
    [ids, column('isClosed'), column('isGuest'), column('isBot')],
  );
};

const spans = { today: 'd', week: 'w', month: 'm', all: null };

const readAll = async (
  window: BoardWindow,
  isOfBots = false,
): Promise<{ id: bigint; won: bigint; bids: bigint }[]> =>
  test.rows(
    `SELECT p.id, (CASE WHEN $1 = 'all' THEN w.total_won ELSE coalesce(s.won, 0) END)::bigint AS won,
        (CASE WHEN w.staked_on = current_date THEN w.staked_today ELSE 0 END)::bigint AS bids
      FROM player p JOIN wallet w ON w.player_id = p.id
      LEFT JOIN standing s ON s.player_id = p.id AND s.span = $2::"char"
      WHERE p.closed_at IS NULL AND p.email IS NOT NULL AND p.bot = $3`,
    window,
    spans[window],
    isOfBots,
  );

const putInOrder = async (window: BoardWindow, isOfBots = false) => {
  const board = await readAll(window, isOfBots);
  return board.sort((a, b) => Number(b.won - a.won) || Number(b.bids - a.bids) || Number(a.id - b.id));
};

const context = {} as StepContext;

/** As the leader does. */
const countHistograms = async (maxPlaces: number): Promise<void> => {
  await run('DELETE FROM board_histogram');
  await createHistogramEngine(test.database.query, maxPlaces).step(context);
};

const seed = Number(process.env['RANK_SEED'] ?? Date.now() % 1_000_000);
const check = (numRuns: number, body: (board: Player[], maxPlaces: number) => Promise<void>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(somePlayers, fc.integer({ min: 1, max: players }), async (board, maxPlaces) => {
      await fill(board);
      await body(board, maxPlaces);
    }),
    { seed, numRuns, endOnFailure: true },
  );

it.each(boardWindows)('%s: ranks every listed player by their place in the sorted board', async (window) => {
  await check(3, async (board) => {
    const find = createFindPlace(test.database);
    const inOrder = await putInOrder(window);
    const ranked = board.filter(({ isClosed, isGuest, isBot }) => !isClosed && !isGuest && !isBot);
    expect(inOrder).toHaveLength(ranked.length);
    for (const [index, { id, won, bids }] of inOrder.entries())
      expect(await find(id, window)).toEqual({
        rank: index + 1,
        exact: true,
        todaysBids: Number(bids),
        totalWon: Number(won),
      });
  });
});

it.each(boardWindows)('%s: ranks players below by those who won at least as much', async (window) => {
  let below = 0;
  await check(8, async (_, maxPlaces) => {
    await countHistograms(maxPlaces);
    const find = createFindPlace({ query: test.database.query, maxPlaces });
    const board = await putInOrder(window);
    for (const [index, { id, won }] of board.entries()) {
      const found = await find(id, window);
      if (index < maxPlaces) expect(found).toMatchObject({ rank: index + 1, exact: true });
      else {
        const atLeast = board.filter((other) => other.won >= won).length;
        expect(found).toMatchObject({ exact: false, of: board.length });
        expect(found?.rank).toBeLessThanOrEqual(atLeast);
        expect(found?.rank).toBeGreaterThan(Math.max(maxPlaces, atLeast / 1.021));
        below += 1;
      }
    }
  });
  expect(below).toBeGreaterThan(0);
});

it.each(boardWindows)('%s: has pages that together are the sorted board', async (window) => {
  const service = createLeaderboardService({ database: test.database, games: [] });
  await check(4, async (_, limit) => {
    const found: { id: string; won: number; bids: number }[] = [];
    for (let offset = 0; offset < players; offset += limit) {
      const page = await service.readBoard({ window, offset, limit, players: 'people' });
      if (!page.ok) return expect.fail(page.code);
      found.push(
        ...page.value.map(({ id, totalWon, todaysBids }) => ({ id, won: totalWon, bids: todaysBids })),
      );
    }
    const board = await putInOrder(window);
    expect(found).toEqual(
      board.map(({ id, won, bids }) => ({ id: String(id), won: Number(won), bids: Number(bids) })),
    );
  });
});

it.each(boardWindows)('%s: ranks bots among bots, and people without them', async (window) => {
  await check(3, async () => {
    const service = createLeaderboardService({ database: test.database, games: [] });
    const bots = await putInOrder(window, true);
    const result = await service.readBoard({ window, limit: 100, offset: 0, players: 'bots' });
    if (!result.ok) return expect.fail(result.code);
    expect(result.value.map(({ id, totalWon, todaysBids, bot }) => [id, totalWon, todaysBids, bot])).toEqual(
      bots.map(({ id, won, bids }) => [String(id), Number(won), Number(bids), true]),
    );
    for (const [index, { id }] of bots.entries()) {
      expect(await service.findRank(id, { window })).toMatchObject({ value: { rank: index + 1, bot: true } });
    }
    const people = await service.readBoard({ window, limit: 100, offset: 0, players: 'people' });
    if (!people.ok) return expect.fail(people.code);
    expect(people.value.map(({ id }) => id)).toEqual((await putInOrder(window)).map(({ id }) => String(id)));
    expect(people.value.some((entry) => 'bot' in entry)).toBe(false);
  });
});

it('a histogram of another window moves nobody', async () => {
  await check(2, async () => {
    const maxPlaces = 5;
    await countHistograms(maxPlaces);
    await run(`UPDATE board_histogram SET since = since - 1, won = ARRAY[1000000]::bigint[],
      players = ARRAY[40]::bigint[]
      WHERE span = 'd'`);
    const find = createFindPlace({ query: test.database.query, maxPlaces });
    const board = await putInOrder('today');
    expect(await find(board[maxPlaces - 1]?.id ?? 0n, 'today')).toMatchObject({
      rank: maxPlaces,
      exact: true,
    });
    expect(await find(board.at(-1)?.id ?? 0n, 'today')).toMatchObject({
      rank: maxPlaces + 1,
      exact: false,
      of: 40,
    });
  });
});

it('the leader counts a histogram again when it is old, and when its window is over', async () => {
  await countHistograms(5);
  const engine = createHistogramEngine(test.database.query, 5);
  const countedAt = async () =>
    Object.fromEntries(
      (
        (await run('SELECT span, counted_at FROM board_histogram')) as { span: string; counted_at: Date }[]
      ).map((row) => [row.span, row.counted_at.getTime()]),
    );
  const first = await countedAt();
  await engine.step(context);
  expect(await countedAt()).toEqual(first);
  await run(`UPDATE board_histogram SET counted_at = counted_at - interval '6 minutes' WHERE span = 'a'`);
  await run(`UPDATE board_histogram SET since = since - 1 WHERE span = 'w'`);
  await engine.step(context);
  const second = await countedAt();
  expect(second).toMatchObject({ d: first['d'], m: first['m'] });
  expect(second['a']).toBeGreaterThan(first['a'] ?? 0);
  expect(second['w']).toBeGreaterThan(first['w'] ?? 0);
});

it('lists the first 1,000 places, and ranks the others among all players', async () => {
  await run(
    `WITH p AS (
      INSERT INTO player (username, email, password_hash, reference_id, adult_confirmed_at)
      SELECT 'many_' || n, 'many_' || n || '@example.org', 'none', 'many' || n, clock_timestamp()
      FROM generate_series(1, 1500) n RETURNING id
    ) INSERT INTO wallet (player_id, coins, total_won) SELECT id, 1000, 1000 + id FROM p`,
  );
  await countHistograms(listedPlaces);
  const service = createLeaderboardService({ database: test.database, games: [] });
  const board = await putInOrder('all');
  const pageAt = async (offset: number) => {
    const page = await service.readBoard({ window: 'all', offset, limit: 100, players: 'people' });
    return page.ok ? page.value.map(({ id }) => BigInt(id)) : expect.fail(page.code);
  };
  const ids = board.map(({ id }) => id);
  expect(await pageAt(900)).toEqual(ids.slice(900, 1_000));
  expect(await pageAt(950)).toEqual(ids.slice(950, 1_000));
  expect(await pageAt(1_000)).toEqual([]);
  const rankOf = (index: number) => service.findRank(ids[index] ?? 0n, { window: 'all' });
  expect(await rankOf(999)).toMatchObject({ value: { rank: 1_000, exact: true } });
  expect(await rankOf(ids.length - 1)).toMatchObject({
    value: { rank: ids.length, exact: false, of: ids.length },
  });
  const middle = await rankOf(1_299);
  expect(middle).toMatchObject({ value: { exact: false, of: ids.length } });
  expect(middle.ok && middle.value.rank).toBeGreaterThan(1_300 / 1.021);
  expect(middle.ok && middle.value.rank).toBeLessThanOrEqual(1_300);
});
