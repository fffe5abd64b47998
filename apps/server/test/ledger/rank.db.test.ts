/**
 * A player's place, counted from the top or from marks along the board, compared with the sorted board: for boards
 * with every kind of tie and marks at many distances.
 */
import { queryAsOwner } from '../query-as-owner.ts';
import { boardWindows, type BoardWindow } from '@fairground/contract/leaderboard';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMarks, createMarksEngine } from '../../src/players/leaderboard/marks.ts';
import { createReadPage } from '../../src/players/leaderboard/pages.ts';
import { createLeaderboardService } from '../../src/players/leaderboard/service.ts';
import type { StepContext } from '../../src/director/director.ts';
import { createFindPlace, placeRules, type PlaceRules } from '../../src/players/leaderboard/own-place.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { addPlayer, createTestDatabase, type TestDatabase } from '../harness.ts';

const players = 60;

let test: TestDatabase;
const ids: bigint[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
  for (let index = 0; index < players; index++) {
    ids.push(await addPlayer(test.database, `ranked_${index}`, 1000));
  }
});
afterAll(() => test.close());

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
      FROM unnest($1::bigint[], $2::boolean[], $3::boolean[], $4::boolean[]) AS b (id, closed, guest, bot) WHERE p.id = b.id`,
    [ids, column('isClosed'), column('isGuest'), column('isBot')],
  );
};

const spans = { today: 'd', week: 'w', month: 'm', all: null };

const readAll = async (
  window: BoardWindow,
  isOfBots = false,
): Promise<{ id: bigint; won: bigint; bids: bigint }[]> =>
  test.database.query({
    text: `SELECT p.id, (CASE WHEN $1 = 'all' THEN w.total_won ELSE coalesce(s.won, 0) END)::bigint AS won,
        (CASE WHEN w.staked_on = current_date THEN w.staked_today ELSE 0 END)::bigint AS bids
      FROM player p JOIN wallet w ON w.player_id = p.id
      LEFT JOIN standing s ON s.player_id = p.id AND s.span = $2::"char"
      WHERE p.closed_at IS NULL AND p.email IS NOT NULL AND p.bot = $3`,
    values: [window, spans[window], isOfBots],
  });

const putInOrder = async (window: BoardWindow, isOfBots = false) => {
  const board = await readAll(window, isOfBots);
  return board.sort((a, b) => Number(b.won - a.won) || Number(b.bids - a.bids) || Number(a.id - b.id));
};

const finder = (changes: Partial<PlaceRules>, query: Database['query'] = test.database.query) => {
  const rules = { ...placeRules, ...changes };
  return createFindPlace({ query, rules, marks: createMarks({ query, rules }) });
};

const forgetMarks = () => run(`UPDATE board_marks SET taken_at = '2000-01-01'`);

/** Every player's place by these rules, in the order of the board. */
const placesBy = async (rules: Partial<PlaceRules>, window: BoardWindow): Promise<number[]> => {
  await forgetMarks();
  const find = finder(rules);
  const places: number[] = [];
  for (const { id, won, bids } of await putInOrder(window)) {
    const found = await find(id, window);
    expect({ won: found?.own.won, bids: found?.own.bids }).toEqual({ won, bids });
    places.push(Number(found?.place));
  }
  return places;
};

const seed = Number(process.env['RANK_SEED'] ?? Date.now() % 1_000_000);
const check = (numRuns: number, body: (board: Player[], marks: number) => Promise<void>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(somePlayers, fc.integer({ min: 1, max: players }), async (board, marks) => {
      await fill(board);
      await body(board, marks);
    }),
    { seed, numRuns, endOnFailure: true },
  );

it.each(boardWindows)('%s: gives every player their place in the sorted board', async (window) => {
  await check(3, async (board) => {
    const places = await placesBy({}, window);
    const ranked = board.filter(({ isClosed, isGuest, isBot }) => !isClosed && !isGuest && !isBot);
    expect(places).toHaveLength(ranked.length);
    expect(places).toEqual(places.map((_, index) => index + 1));
  });
});

it.each(boardWindows)('%s: counts the same places from marks at any distance', async (window) => {
  await check(8, async (_, maxMarks) => {
    const places = await placesBy(
      { livePlaces: 0, maxRowsFromTop: 0, maxRowsFromMark: players, maxMarks },
      window,
    );
    expect(places).toEqual(places.map((_place, index) => index + 1));
  });
});

it.each(boardWindows)(
  '%s: is off by less than the distance of two marks among too many equal players',
  async (window) => {
    let far = 0;
    await check(8, async (_, maxMarks) => {
      const every = Math.ceil(players / maxMarks);
      const livePlaces = 10;
      const places = await placesBy({ livePlaces, maxRowsFromTop: 2, maxRowsFromMark: 2, maxMarks }, window);
      for (const [index, place] of places.entries()) {
        const exact = index + 1;
        if (exact <= livePlaces) expect(place).toBe(exact);
        else {
          expect(place).toBeLessThanOrEqual(exact);
          expect(place).toBeGreaterThan(exact - every);
          far += 1;
        }
      }
    });
    expect(far).toBeGreaterThan(0);
  },
);

/** Reads a board page by page until it ends. */
const readPages = async (window: BoardWindow, rules: Partial<PlaceRules>, limit: number) => {
  await forgetMarks();
  const { query } = test.database;
  const all = { ...placeRules, ...rules };
  const read = createReadPage({ query, marks: createMarks({ query, rules: all }), rules: all });
  const found: { id: bigint; won: bigint; bids: bigint }[] = [];
  for (let offset = 0; ; offset += limit) {
    const page = await read({ window, offset, limit });
    expect(page.length).toBeLessThanOrEqual(limit);
    found.push(...page.map(({ id, won, todays_bids: bids }) => ({ id, won, bids })));
    if (page.length < limit) return found;
  }
};

it.each(boardWindows)('%s: has pages that together are the sorted board', async (window) => {
  await check(4, async (_, maxMarks) => {
    const board = await putInOrder(window);
    expect(await readPages(window, {}, 7)).toEqual(board);
    expect(await readPages(window, { livePlaces: 0, maxMarks }, 3)).toEqual(board);
    expect(await readPages(window, { livePlaces: 10, maxMarks }, 5)).toEqual(board);
  });
});

it('reads no more than the distance of two marks for a page far down', async () => {
  await fill(
    ids.map((_, index) => ({
      won: index,
      wonToday: 0,
      staked: 0,
      stakedOn: 'before' as const,
      isClosed: false,
      isGuest: false,
      isBot: false,
    })),
  );
  await forgetMarks();
  const rules = { ...placeRules, livePlaces: 0, maxMarks: 20 };
  const skipped: unknown[] = [];
  const watched: Database['query'] = (statement) => {
    if (statement.name === 'leaderboard-read-board-of-all-time') skipped.push(statement.values[1]);
    return test.database.query(statement);
  };
  const read = createReadPage({ query: watched, marks: createMarks({ query: watched, rules }), rules });
  for (let offset = 1; offset < players; offset++) await read({ window: 'all', offset, limit: 1 });
  expect(skipped).toHaveLength(players - 1);
  expect(Math.max(...skipped.map(Number))).toBeLessThan(players / 20);
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

const farAway = { livePlaces: 0, maxRowsFromTop: 0, maxMarks: 7 };

it('reads a board at most once per process for any number of requests', async () => {
  await forgetMarks();
  let recounts = 0;
  const watched: Database['query'] = (statement) => {
    if (statement.name?.startsWith('leaderboard-recount-marks') === true) recounts += 1;
    return test.database.query(statement);
  };
  const version = async () =>
    (await run(`SELECT xmin::text, taken_at FROM board_marks WHERE board = 'all'`))[0];
  const before = await version();
  const [last] = (await putInOrder('all')).slice(-1);
  if (last === undefined) throw new Error('an empty board');
  const processes = [finder(farAway, watched), finder(farAway, watched)];
  const answers = processes.flatMap((find) => Array.from({ length: 10 }, () => find(last.id, 'all')));
  const places = new Set((await Promise.all(answers)).map((found) => found?.place));
  expect(places).toEqual(new Set([BigInt((await readAll('all')).length)]));
  // One process may find what the other has counted.
  expect([1, 2]).toContain(recounts);
  const after = await version();
  expect(after).not.toEqual(before);
  // A third process, started later, uses the marks in the database.
  await finder(farAway, watched)(last.id, 'all');
  expect(await version()).toEqual(after);
});

it('orders accounts newer than the marks, and ignores marks of another day', async () => {
  const find = finder(farAway);
  const [last] = (await putInOrder('all')).slice(-1);
  if (last === undefined) throw new Error('an empty board');
  await run(`UPDATE wallet SET total_won = 0, staked_on = '2000-01-01' WHERE player_id = ANY ($1)`, [ids]);
  await forgetMarks();
  await find(last.id, 'all');
  const total = (await readAll('all')).length;
  for (const name of ['newer_a', 'newer_b']) ids.push(await addPlayer(test.database, name, 1000));
  const newest = ids.slice(-2);
  expect((await find(newest[0] ?? 0n, 'all'))?.place).toBe(BigInt(total + 1));
  expect((await find(newest[1] ?? 0n, 'all'))?.place).toBe(BigInt(total + 2));

  // The marks in the database are of yesterday and would place all players above.
  await run(`UPDATE board_marks SET day = day - 1, every = 1000, taken_at = clock_timestamp()`);
  await engine({ livePlaces: 0 }).step(context);
  expect((await finder(farAway)(newest[1] ?? 0n, 'all'))?.place).toBe(BigInt(total + 2));
});

const engine = (rules: Partial<PlaceRules>, query: Database['query'] = test.database.query) =>
  createMarksEngine({ query, rules: { ...placeRules, ...rules } });
const context = {} as StepContext;

it('counts no marks for requests once the leader has counted them, however old they are', async () => {
  await engine({ livePlaces: 0, maxMarks: 7 }).step(context);
  await run(`UPDATE board_marks SET taken_at = taken_at - interval '1 day', day = day - 1`);
  const [last] = (await putInOrder('all')).slice(-1);
  const statements: (string | undefined)[] = [];
  const watched: Database['query'] = (statement) => {
    statements.push(statement.name);
    return test.database.query(statement);
  };
  const found = await finder(farAway, watched)(last?.id ?? 0n, 'all');
  expect(found?.place).toBe(BigInt((await readAll('all')).length));
  expect(statements).toContain('leaderboard-read-marks');
  expect(statements).not.toContain('leaderboard-recount-marks-of-all-time');
});

it('answers far down with refreshed marks: reads none, and does not count from the top', async () => {
  // A board without chance, whose last player is no mark.
  const idle: Player = {
    won: 0,
    wonToday: 0,
    staked: 0,
    stakedOn: 'before',
    isClosed: false,
    isGuest: false,
    isBot: false,
  };
  await fill(ids.map(() => idle));
  await forgetMarks();
  await engine({ livePlaces: 0, maxMarks: 7 }).step(context);
  const last = (await putInOrder('all')).at(-1);
  if (last === undefined) throw new Error('an empty board');
  const statements: (string | undefined)[] = [];
  const watched: Database['query'] = (statement) => {
    statements.push(statement.name);
    return test.database.query(statement);
  };
  const rules = { ...placeRules, livePlaces: 1, maxMarks: 7 };
  const marks = createMarks({ query: watched, rules });
  await marks.refresh();
  const reads = statements.filter((name) => name === 'leaderboard-read-marks').length;
  expect(reads).toBe(boardWindows.length);
  await marks.refresh();
  statements.length = 0;
  const found = await createFindPlace({ query: watched, rules, marks })(last.id, 'all');
  expect(found?.place).toBe(BigInt((await readAll('all')).length));
  expect(statements).toEqual(['leaderboard-find-own', 'leaderboard-count-between-of-all-time']);
});

it('counts marks as the leader only where they are old, and only for boards that need them', async () => {
  const countedAt = async () => JSON.stringify(await run('SELECT taken_at FROM board_marks ORDER BY board'));
  await run(`UPDATE board_marks SET taken_at = clock_timestamp() - interval '1 hour'`);
  const old = await countedAt();
  await engine({ livePlaces: players * 2 }).step(context);
  expect(await countedAt()).toBe(old);
  await engine({ livePlaces: players / 2 }).step(context);
  const counted = await countedAt();
  expect(counted).not.toBe(old);
  await engine({ livePlaces: players / 2 }).step(context);
  expect(await countedAt()).toBe(counted);
});
