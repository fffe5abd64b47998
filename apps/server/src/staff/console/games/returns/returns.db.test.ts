/** What games paid against their rules: counted once, in bounded steps, and what the audit finds. */
import { beforeAll, expect, it } from 'vitest';
import type { GameReturns } from '@fairground/game-kit/server';
import { runChecks } from '../../../../ledger/audit.ts';
import type { StepContext } from '../../../../director/director.ts';
import { databaseForAll } from '../../../../../test/for-tests.ts';
import { until } from '../../../../../test/player-client.ts';
import { corrupt, queryAsOwner } from '../../../../../test/query-as-owner.ts';
import { returnChecks } from './audit.ts';
import { createReturnsEngine } from './engine.ts';
import { readReturns, toReturn } from './returns.ts';

/** A game of coins: heads pays double with a probability of 0.49. */
const coins = (table: string, countable?: string): GameReturns => ({
  table,
  unitsPerStep: 100,
  ...(countable === undefined ? {} : { countable }),
  units: (
    where,
  ) => `SELECT c.id, c.state = 'open' AS is_open, c.ended_at AS at, 1::bigint AS bets, c.amount AS staked,
      c.paid, CASE c.state WHEN 'deep' THEN -286 ELSE c.amount * 0.98 END AS expected, c.amount ^ 2 * 4 * 0.49 * 0.51 AS variance
    FROM ${table} c WHERE ${where('c.id')} AND c.state <> 'void'`,
});
/** A game whose rows cannot be counted while its table is empty of what it divides by. */
const faulty: GameReturns = {
  ...coins('coin_fault'),
  units: (
    where,
  ) => `SELECT c.id, false AS is_open, c.ended_at AS at, 1::bigint AS bets, c.amount AS staked, c.paid,
      1 / c.amount AS expected, 0 AS variance FROM coin_fault c WHERE ${where('c.id')}`,
};
const games = [
  { id: 'faulty', folder: 'faulty', returns: faulty },
  { id: 'coins', folder: 'coins', returns: coins('coin') },
  {
    id: 'rounds',
    folder: 'rounds',
    returns: coins('coin_round', "SELECT min(id) - 1 FROM coin_round WHERE state = 'open'"),
  },
  { id: 'free', folder: 'free' },
];

const test = databaseForAll();
beforeAll(async () => {
  await queryAsOwner(test.database, `UPDATE director_lease SET epoch = 7, holder = 'test'`);
  for (const table of ['coin', 'coin_round', 'coin_fault']) {
    await queryAsOwner(
      test.database,
      `CREATE TABLE ${table} (id bigint PRIMARY KEY, state text NOT NULL, amount numeric NOT NULL, paid numeric NOT NULL,
        ended_at timestamptz NOT NULL DEFAULT clock_timestamp())`,
    );
  }
});

const contextOf = (epoch: bigint) => ({ epoch }) as unknown as StepContext;

/** Steps until nothing is left: transactions of other tests on the server delay what is counted. */
const count = async (batch?: number): Promise<void> => {
  const engine = createReturnsEngine({
    query: test.database.query,
    games,
    ...(batch === undefined ? {} : { batch }),
  });
  await engine.step(contextOf(7n));
  const [own] = await test.rows<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
  for (let idle = 0; idle < 3;) {
    const [row] = await test.rows<{ over: boolean }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS over',
      own?.id,
    );
    const nextMs = await engine.step(contextOf(7n));
    idle = row?.over === true && nextMs >= 1_000 ? idle + 1 : 0;
  }
};

const flip = (table: string, id: number, state: string, paid = 0, daysAgo = 0) =>
  queryAsOwner(
    test.database,
    `INSERT INTO ${table} VALUES ($1, $2, 10, $3, clock_timestamp() - make_interval(days => $4))`,
    [id, state, paid, daysAgo],
  );

const sumsOf = async (game: string, span = 'all') =>
  (await readReturns(test.database.query)).find((each) => each.game === game && each.span === span);

const broken = async (): Promise<string[]> =>
  (await runChecks(test.database, returnChecks(games)))
    .filter((finding) => finding.broken.length > 0)
    .map(({ states }) => states);

it('counts what is settled once, however many leaders and batches', async () => {
  for (const [id, paid, daysAgo] of [
    [1, 20, 30],
    [2, 0, 6],
    [3, 20, 0],
    [4, 0, 0],
    [5, 0, 0],
  ] as const) {
    await flip('coin', id, 'over', paid, daysAgo);
  }
  // There are never two leaders of one epoch: here the watermark alone prevents that a stretch is counted twice.
  await Promise.all([count(1), count(2), count(1)]);
  await count();
  expect(await sumsOf('coins')).toMatchObject({ bets: 5, staked: 50, paid: 40, observed: 0.8, exact: 0.98 });
  expect(await sumsOf('coins', 'week')).toMatchObject({ bets: 4, staked: 40, paid: 20 });
  expect(await sumsOf('coins', 'today')).toMatchObject({ bets: 3, staked: 30, paid: 20 });
  expect(await sumsOf('free')).toBeUndefined();
  expect(await broken()).toEqual([]);
});

it('counts a game that was in play when it ends, and a void one never', async () => {
  await flip('coin', 6, 'open');
  await flip('coin', 7, 'void');
  await flip('coin', 8, 'open');
  await flip('coin', 9, 'over', 20);
  await count();
  expect(await sumsOf('coins')).toMatchObject({ bets: 6, paid: 60 });
  await queryAsOwner(test.database, `UPDATE coin SET state = 'over', paid = 20 WHERE id = 6`);
  await queryAsOwner(test.database, `UPDATE coin SET state = 'void' WHERE id = 8`);
  await count();
  await count();
  expect(await sumsOf('coins')).toMatchObject({ bets: 7, paid: 80 });
  expect(await broken()).toEqual([]);
  const left = await test.rows('SELECT id FROM game_return_open');
  expect(left).toEqual([]);
});

it('waits for the round that is open, and misses none that is committed late', async () => {
  await flip('coin_round', 1, 'over', 20);
  await flip('coin_round', 2, 'open');
  await flip('coin_round', 3, 'over', 0);
  await count();
  expect(await sumsOf('rounds')).toMatchObject({ bets: 1 });

  // Drawn before the ids that follow it, committed after them.
  await test.database.transaction(async (query) => {
    await query({ text: 'SET LOCAL ROLE NONE', values: [] });
    await query({ text: `INSERT INTO coin VALUES (10, 'over', 10, 0)`, values: [] });
    await flip('coin', 11, 'over', 20);
    const engine = createReturnsEngine({ query: test.database.query, games });
    for (let steps = 0; steps < 5; steps++) await engine.step(contextOf(7n));
    expect(await sumsOf('coins')).toMatchObject({ bets: 7 });
  });
  await queryAsOwner(test.database, `UPDATE coin_round SET state = 'over' WHERE id = 2`);
  await flip('coin_round', 4, 'open');
  await count();
  expect(await sumsOf('coins')).toMatchObject({ bets: 9 });
  expect(await sumsOf('rounds')).toMatchObject({ bets: 3 });
  expect(await broken()).toEqual([]);
});

it('writes nothing for a leader of an earlier epoch', async () => {
  await flip('coin', 12, 'over', 20);
  const before = await sumsOf('coins');
  const engine = createReturnsEngine({ query: test.database.query, games });
  for (let steps = 0; steps < 5; steps++) await engine.step(contextOf(6n));
  expect(await sumsOf('coins')).toEqual(before);
  await count();
  expect(await sumsOf('coins')).not.toEqual(before);
});

it('counts a day on which less than nothing was expected, and shows it as nothing', async () => {
  await flip('coin', 20, 'deep', 0, 100);
  const before = await sumsOf('coins');
  await count();
  const [day] = await test.rows<{ expected: number }>(
    `SELECT expected::float8 AS expected FROM game_return WHERE day < current_date - 50`,
  );
  expect(day).toEqual({ expected: -286 });
  expect(await sumsOf('coins')).toMatchObject({ bets: (before?.bets ?? 0) + 1 });
  expect(await broken()).toEqual([]);
  expect(toReturn({ bets: 1, staked: 100, paid: 0, expected: -286, variance: 0 })).toMatchObject({
    exact: 0,
    low: 0,
    high: 0,
  });
});

it('counts the other games while the rows of one cannot be counted, and fails with its name', async () => {
  await flip('coin_fault', 1, 'over', 20);
  await queryAsOwner(test.database, 'UPDATE coin_fault SET amount = 0');
  await flip('coin', 30, 'over', 20);
  const before = await sumsOf('coins');
  const engine = createReturnsEngine({ query: test.database.query, games });
  const failures = new Set<string>();
  // Until no transaction can commit a lower id, a step reads no rows, and does not fail.
  await until('the sound game is counted, and the other one failed', async () => {
    await engine.step(contextOf(7n)).catch((error: Error) => failures.add(error.message));
    return failures.size > 0 && (await sumsOf('coins'))?.bets === (before?.bets ?? 0) + 1;
  });
  expect([...failures]).toEqual(['failed for faulty']);
  await queryAsOwner(test.database, 'UPDATE coin_fault SET amount = 10');
  await count();
  expect(await sumsOf('faulty')).toMatchObject({ bets: 1 });
  expect(await broken()).toEqual([]);
});

it('is found broken by the audit where a sum is wrong, or a result was changed afterwards', async () => {
  await corrupt(test.database, `UPDATE game_return SET paid = paid + 1 WHERE game = 'coins'`);
  expect(await broken()).toEqual([expect.stringContaining('coins')]);
  await corrupt(test.database, `UPDATE game_return SET paid = paid - 1 WHERE game = 'coins'`);
  expect(await broken()).toEqual([]);
  await corrupt(test.database, `UPDATE coin_round SET paid = paid + 1 WHERE id = 1`);
  expect(await broken()).toEqual([expect.stringContaining('rounds')]);
});

it('finds a return outside the band where chance does not explain it', () => {
  const fair = { bets: 10_000, staked: 100_000, expected: 98_000, variance: 10_000 * 100 * 4 * 0.49 * 0.51 };
  // The standard error is 1 % of the stakes, so that the band is 2.58 % wide to each side.
  expect(toReturn({ ...fair, paid: 100_500 })).toMatchObject({ observed: 1.005, isInside: true });
  expect(toReturn({ ...fair, paid: 100_700 }).isInside).toBe(false);
  expect(toReturn({ ...fair, paid: 95_300 }).isInside).toBe(false);
  expect(toReturn({ ...fair, paid: 95_500 }).isInside).toBe(true);
  expect(toReturn({ ...fair, bets: 999, paid: 0 }).isInside).toBeNull();
});
