/** F4, F17: calls during which the database drops a connection or aborts a transaction. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DoubleTroubleStatus } from '@fairground/game-double-trouble/contract';
import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseWork } from '../database-work.ts';
import { siteForAll } from '../for-tests.ts';
import { until } from '../player-client.ts';

let token: string;

const bonus = siteForAll({ isAudited: true });
let players = 0;
// For each test, so that a second try meets no game of the first.
beforeEach(async () => {
  ({ token } = await bonus.register(`stubborn_${players++}`));
});
afterEach(() => databaseWork.interfere(undefined));

const begin = (key: string) =>
  bonus.call('POST', '/mineField/create', token, { difficulty: 'Easy', bidAmount: 100 }, key);
const giveUp = (id: unknown) => bonus.call('POST', '/mineField/update', token, { id, gemsFound: 0 });
const gameCount = async () =>
  (await bonus.rows<{ count: bigint }>('SELECT count(*) FROM minefield_game'))[0]?.count ?? 0n;

/** Replaces or wraps the first queries that match. */
const interceptQueries = (
  fits: (text: string, client: pg.Client) => boolean,
  times: number,
  instead: (client: pg.Client, run: () => Promise<unknown>) => Promise<unknown>,
) => {
  let left = times;
  databaseWork.interfere((client, text, run) => {
    if (left === 0 || !fits(text, client)) return run();
    left -= 1;
    return instead(client, run);
  });
};

const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
const cut = (client: pg.Client) => streamOf(client).destroy();
/** Resolves when the client knows. */
const loseConnection = async (client: pg.Client): Promise<void> => {
  const closed = once(streamOf(client), 'close');
  cut(client);
  await closed;
  await nextTurn();
};
const isStake = (text: string) => text.includes('INSERT INTO minefield_game');
/** The commit of a stake: the engines of the site commit meanwhile. */
const commitOfStake = () => {
  let staking: pg.Client | undefined;
  return (text: string, client: pg.Client): boolean => {
    if (isStake(text)) staking = client;
    return text === 'COMMIT' && client === staking;
  };
};

it.each([
  ['before', 0n],
  ['after', 1n],
] as const)(
  'F4: answers 503 to a connection lost %s COMMIT, and the outcome to a retry with the same key',
  async (when, done) => {
    const before = await gameCount();
    interceptQueries(commitOfStake(), 1, async (client, run) => {
      if (when === 'after') await run();
      cut(client);
      return when === 'after' ? Promise.reject(new Error('Connection terminated unexpectedly')) : run();
    });
    const first = await begin(`cut-${when}`);
    expect(first).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await gameCount()).toBe(before + done);
    const again = await begin(`cut-${when}`);
    expect(again.status).toBe(201);
    expect(await begin(`cut-${when}`)).toMatchObject({ status: 201, replayed: true, text: again.text });
    expect(await gameCount()).toBe(before + 1n);
    expect((await giveUp(again.body['id'])).status).toBe(200);
  },
);

it('F4: answers 503 to a connection lost between two statements of a call', async () => {
  const before = await gameCount();
  interceptQueries(isStake, 1, async (client, run) => {
    const result = await run();
    await loseConnection(client);
    return result;
  });
  expect(await begin('cut-between')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await gameCount()).toBe(before);
  const again = await begin('cut-between');
  expect(again.status).toBe(201);
  expect((await giveUp(again.body['id'])).status).toBe(200);
});

it('F4: affects nothing else when a connection is lost between two statements of a transaction', async () => {
  let markedClient: pg.Client | undefined;
  databaseWork.interfere((client, text, run) => {
    if (text === 'SELECT 1 AS marker') markedClient = client;
    return run();
  });
  const violations = bonus.database.transaction(async (query) => {
    await query({ text: 'SELECT 1 AS marker', values: [] });
    if (markedClient === undefined) throw new Error('the marker was not sent');
    await loseConnection(markedClient);
    await query({ text: 'SELECT 1', values: [] });
  });
  await expect(violations).rejects.toThrow();
  expect((await bonus.call('GET', '/user/me', token)).status).toBe(200);
});

it.each(['40001', '40P01'] as const)(
  'F17: retries a call that the database aborts with %s, and executes it once',
  async (code) => {
    const before = await gameCount();
    let tries = 0;
    interceptQueries(isStake, 2, (client) => {
      tries += 1;
      return databaseWork.fail(client, code);
    });
    const answer = await begin(`given-up-${code}`);
    expect(answer.status).toBe(201);
    expect(tries).toBe(2);
    expect(await gameCount()).toBe(before + 1n);
    expect((await giveUp(answer.body['id'])).status).toBe(200);
  },
);

it('F4: never retries bets without keys that were committed together', async () => {
  const others = await Promise.all(
    ['together_1', 'together_2', 'together_3'].map((name) => bonus.register(name)),
  );
  await until('a draw that stays open for as long as the bets take', async () => {
    const { next } = (await bonus.call('GET', '/doubleTrouble/status', token))
      .body as unknown as DoubleTroubleStatus;
    return Date.parse(next.closesAt) - Date.now() > 3_000;
  });
  let batches = 0;
  interceptQueries(
    (text) => text.includes('INSERT INTO double_trouble_bet'),
    1,
    async (client, run) => {
      batches += 1;
      await run();
      cut(client);
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    },
  );
  const answers = await Promise.all(
    others.map((other) =>
      bonus.call('POST', '/doubleTrouble/create', other.token, { drawType: 'Under', amount: 10 }),
    ),
  );
  expect(batches).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  const perPlayer = await bonus.rows<{ bets: bigint }>(
    'SELECT count(*) AS bets FROM double_trouble_bet GROUP BY player_id',
  );
  expect(perPlayer.map(({ bets }) => bets)).toEqual([1n, 1n, 1n]);
});

it('F17: limits the retries, and a call that fails after them has no effect', async () => {
  const before = await gameCount();
  let tries = 0;
  interceptQueries(isStake, 100, (client) => {
    tries += 1;
    return databaseWork.fail(client, '40001');
  });
  const answer = await begin('given-up-for-good');
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(answer.text).not.toContain('injected fault');
  expect(tries).toBeLessThanOrEqual(6);
  databaseWork.interfere(undefined);
  expect(await gameCount()).toBe(before);
  const again = await begin('given-up-for-good');
  expect(again.status).toBe(201);
  expect((await giveUp(again.body['id'])).status).toBe(200);
});
