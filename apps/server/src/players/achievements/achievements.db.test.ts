/** Achievements: the engine's batches, what it waits for, and what the audit finds. */
import { achievementsAnswer } from '@fairground/contract/achievements';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadGames } from '../../site/games.ts';
import type { Engine, StepContext } from '../../director/director.ts';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { audit } from '../../site/audit.ts';
import { aviatorSteps } from '../../../../../games/aviator/test/scenario-steps.ts';
import { crashTestRound } from '../../../../../games/aviator/test/table.ts';
import { databaseForAll } from '../../../test/for-tests.ts';
import { addPlayer } from '../../../test/harness.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { runScenario } from '../../../test/scenario.ts';
import { createAchievementsEngine } from './engine.ts';
import { listAchievements } from './rules.ts';
import { createAchievementsService } from './service.ts';

const games = await loadGames();
let epoch: bigint;
let published: { playerId: string; id: string }[] = [];
let notified: string[] = [];

const test = databaseForAll();
beforeAll(async () => {
  await queryAsOwner(test.database, `UPDATE director_lease SET epoch = 7, holder = 'test'`);
  epoch = 7n;
});
beforeEach(() => {
  published = [];
  notified = [];
});

const createEngine = (batch?: number, database: Database = test.database) =>
  createAchievementsEngine({
    database,
    bus: {
      publish: (_event, sent) => void published.push(sent as { playerId: string; id: string }),
    },
    noticesChanged: (playerIds) => void notified.push(...playerIds.map(String)),
    games,
    ...(batch === undefined ? {} : { batch }),
  });
const contextOf = (ofEpoch: bigint, { laterMs = 0 } = {}) =>
  ({ epoch: ofEpoch, databaseNowMs: () => Date.now() + laterMs }) as unknown as StepContext;

/**
 * Steps until nothing is left to be judged. Committed rows become visible to the rules once all earlier transactions
 * of the server have ended, those of other tests included.
 */
const stepUntilIdle = async (engine: Engine, context: StepContext): Promise<void> => {
  const isOver = async (transaction: string): Promise<boolean> => {
    const [row] = await test.rows<{ over: boolean }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS over',
      transaction,
    );
    return row?.over === true;
  };
  // The engine notes what was in progress at its first step; this transaction comes after all of that.
  await engine.step(context);
  const [own] = await test.rows<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
  for (let idle = 0; idle < 3;) {
    const areOver = await isOver(own?.id ?? '');
    const nextMs = await engine.step(context);
    idle = areOver && nextMs >= 1_000 ? idle + 1 : 0;
  }
};
const award = (batch?: number): Promise<void> => stepUntilIdle(createEngine(batch), contextOf(epoch));

const playerIdOf = async (username: string): Promise<bigint> => {
  const [row] = await test.rows<{ id: bigint }>(`SELECT id FROM player WHERE username = $1`, username);
  return row?.id ?? expect.fail(`${username} is missing`);
};
const reachedBy = async (username: string): Promise<string[]> => {
  const service = createAchievementsService(test.database, games);
  return (await service.findReached(await playerIdOf(username))).map(({ id }) => id).toSorted();
};
const violations = async (): Promise<string[]> =>
  (await audit(test.database))
    .filter(({ line, broken }) => line === 'I21' && broken.length > 0)
    .map(({ states }) => states);

const play = (text: string) => runScenario(test.database, text, aviatorSteps(test.database));

/** The running round is over, and public. */
const finishRounds = async () => {
  const running = `SELECT id FROM aviator_round WHERE state IN ('betting', 'flying')`;
  for (const { id } of await queryAsOwner<{ id: bigint }>(test.database, running))
    await crashTestRound(test.database, id);
  await queryAsOwner(
    test.database,
    `UPDATE aviator_round SET state = 'finished', finished_at = clock_timestamp() WHERE state = 'settling'`,
  );
};

it('has 24 achievements with ids of their own', () => {
  const { ids, collection } = listAchievements(games);
  expect(ids).toHaveLength(24);
  expect(new Set(ids).size).toBe(24);
  expect(collection.needs).toHaveLength(5);
});

describe('the engine', () => {
  it('awards what committed movements show, once, and publishes it', async () => {
    await play(`player early 1000
      player close 1000
      player lost 1000
      round 1.34x
      bet early 100 ok
      bet close 100 ok
      bet lost 100 ok
      fly 2000
      cashout early 1.20x ok
      fly 2890
      cashout close 1.33x ok
      crash`);
    await finishRounds();
    await award();
    expect(await reachedBy('early')).toEqual(['aviator-first', 'first-win']);
    expect(await reachedBy('close')).toEqual(['aviator-close', 'aviator-first', 'first-win']);
    expect(await reachedBy('lost')).toEqual(['aviator-first']);
    const sent = published.map(({ playerId, id }) => `${playerId} ${id}`);
    expect(sent).toHaveLength(6);
    expect(new Set(sent).size).toBe(6);
    expect(new Set(notified)).toEqual(new Set(published.map(({ playerId }) => playerId)));
    published = [];
    notified = [];
    await award();
    expect(published).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('comes to the same with batches of one transfer', async () => {
    const before = await queryAsOwner(test.database, `SELECT * FROM achievement ORDER BY player_id, id`);
    expect(before.length).toBeGreaterThan(5);
    await queryAsOwner(
      test.database,
      `WITH gone AS (DELETE FROM achievement) UPDATE achievement_rule SET applied_through = 0`,
    );
    await award(1);
    expect(await queryAsOwner(test.database, `SELECT * FROM achievement ORDER BY player_id, id`)).toEqual(
      before,
    );
  });

  it('awards a first bet of each of many players once, in batches', async () => {
    await play('round 5.00x');
    const players = 620;
    const rows = await queryAsOwner<{ id: bigint }>(
      test.database,
      `WITH added AS (
          INSERT INTO player (username, email, password_hash, reference_id, adult_confirmed_at)
          SELECT 'many_' || n, 'many_' || n || '@example.org', 'none', 'many_' || n, clock_timestamp()
          FROM generate_series(1, ${players}) n RETURNING id
        ), wallets AS (
          INSERT INTO wallet (player_id, coins) SELECT id, 100 FROM added
        )
        INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
        SELECT 'signup', id, 1, coins_account(id), 100 FROM added RETURNING source AS id`,
    );
    await test.rows(
      `WITH bet AS (
          INSERT INTO aviator_bet (round_id, player_id, amount, from_winnings)
          SELECT (SELECT max(id) FROM aviator_round), p, 10, 0 FROM unnest($1::bigint[]) p RETURNING *
        )
        SELECT FROM (
          SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
            array_agg(from_winnings) AS parts FROM bet
        ) b, ledger.debit_stakes('aviator', b.ids, b.players, b.amounts, b.parts)`,
      rows.map(({ id }) => id),
    );
    await award();
    const expected = rows.map(({ id }) => `${id} aviator-first`).toSorted();
    expect(published.map(({ playerId, id }) => `${playerId} ${id}`).toSorted()).toEqual(expected);
    expect(notified.toSorted()).toEqual(rows.map(({ id }) => String(id)).toSorted());
    expect(await violations()).toEqual([]);
  });

  it('pauses for twice as long as a batch took while more is waiting', async () => {
    await queryAsOwner(test.database, `UPDATE achievement_rule SET applied_through = 0`);
    const engine = createEngine();
    let nowMs = Date.now();
    // The clock is read at the beginning of a step and at its end, among others.
    const slow = { epoch, databaseNowMs: () => (nowMs += 60) } as unknown as StepContext;
    // Transactions of other tests may be in progress at first.
    let pauseMs = 1_000;
    for (let steps = 0; steps < 1_000 && pauseMs === 1_000; steps++) pauseMs = await engine.step(slow);
    expect(pauseMs).toBeGreaterThanOrEqual(120);
    expect(pauseMs).toBeLessThan(1_000);
    await award();
  });

  it('A16: awards nothing for a cash-out before its round is over', async () => {
    await play(`player secret 1000
      round 2.02x
      bet secret 100 ok
      fly 6980
      cashout secret 2.00x ok`);
    await award();
    expect(await reachedBy('secret')).toEqual(['aviator-first', 'first-win']);
    await finishRounds();
    await award();
    expect(await reachedBy('secret')).toEqual([
      'aviator-close',
      'aviator-double',
      'aviator-first',
      'first-win',
    ]);
    expect(await violations()).toEqual([]);
  });

  it('writes nothing for a leader of an older epoch', async () => {
    await play(`player stale 1000
      round 5.00x
      bet stale 100 ok
      crash`);
    const engine = createEngine();
    for (let steps = 0; steps < 3; steps++) await engine.step(contextOf(epoch - 1n));
    expect(await reachedBy('stale')).toEqual([]);
    await award();
    expect(await reachedBy('stale')).toEqual(['aviator-first']);
  });

  it('waits for a transaction that has not committed its transfers, and misses none of them', async () => {
    const slow = await addPlayer(test.database, 'slow_commit', 1000);
    const quick = await addPlayer(test.database, 'quick_commit', 1000);
    await play(`round 5.00x`);
    const bet = (id: bigint) => ({
      text: `WITH bet AS (INSERT INTO aviator_bet (round_id, player_id, amount, from_winnings)
          SELECT max(r.id), $1::bigint, 10, 0 FROM aviator_round r RETURNING *)
        SELECT FROM bet b,
          ledger.debit_stakes('aviator', ARRAY[b.id], ARRAY[b.player_id], ARRAY[b.amount], ARRAY[0::bigint])`,
      values: [id],
    });
    const engine = createEngine();
    await test.database.transaction(async (query) => {
      await query(bet(slow));
      // A later transfer is committed first.
      await test.database.query(bet(quick));
      for (let steps = 0; steps < 4; steps++) await engine.step(contextOf(epoch));
      expect(await reachedBy('quick_commit')).toEqual([]);
    });
    await stepUntilIdle(engine, contextOf(epoch));
    expect(await reachedBy('slow_commit')).toEqual(['aviator-first']);
    expect(await reachedBy('quick_commit')).toEqual(['aviator-first']);
    expect(await violations()).toEqual([]);
  });

  it('plans the statement of a group of rules once on a connection', async () => {
    const database = openDatabase({ address: test.address, connections: 1, onError: () => undefined });
    try {
      const engine = createEngine(1, database);
      await queryAsOwner(test.database, 'UPDATE achievement_rule SET applied_through = 0');
      await stepUntilIdle(engine, contextOf(epoch));
      const plans = await database.query<{ generic: number; custom: number }>({
        text: `SELECT generic_plans::integer AS generic, custom_plans::integer AS custom FROM pg_prepared_statements
          WHERE name LIKE 'achievements-award-%' ORDER BY name`,
        values: [],
      });
      expect(plans.length).toBeGreaterThan(1);
      for (const { generic, custom } of plans) {
        expect(generic).toBeGreaterThan(2);
        expect(custom).toBe(0);
      }
    } finally {
      await database.close();
    }
    await award();
  });

  it('applies a new rule to old transfers without publishing events', async () => {
    await queryAsOwner(
      test.database,
      `WITH gone AS (DELETE FROM achievement WHERE id = 'first-win')
      DELETE FROM achievement_rule WHERE id = 'first-win'`,
    );
    const engine = createAchievementsEngine({
      database: test.database,
      bus: { publish: (_event, sent) => void published.push(sent as { playerId: string; id: string }) },
      noticesChanged: () => undefined,
      games,
    });
    await stepUntilIdle(engine, contextOf(epoch, { laterMs: 3_600_000 }));
    expect(await reachedBy('early')).toContain('first-win');
    expect(published).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('awards the tour with the last of the games, whichever that is', async () => {
    const tourist = await playerIdOf('early');
    const { collection } = listAchievements(games);
    const others = collection.needs.filter((id) => id !== 'aviator-first');
    await queryAsOwner(
      test.database,
      'INSERT INTO achievement (player_id, id, reached_at) SELECT $1, unnest($2::text[]), ' +
        `clock_timestamp() - interval '1 day'`,
      [tourist, others],
    );
    await queryAsOwner(
      test.database,
      `WITH gone AS (DELETE FROM achievement WHERE id = 'aviator-first' AND player_id = $1)
      UPDATE achievement_rule SET applied_through = 0 WHERE id = 'aviator-first'`,
      [tourist],
    );
    await award();
    expect(await reachedBy('early')).toContain('grand-tour');
    expect(await reachedBy('close')).not.toContain('grand-tour');
    await queryAsOwner(test.database, `DELETE FROM achievement WHERE player_id = $1 AND id = ANY ($2)`, [
      tourist,
      [...others, 'grand-tour'],
    ]);
    expect(await violations()).toEqual([]);
  });

  it('awards nothing to a closed account', async () => {
    await play(`player leaving 1000
      round 5.00x
      bet leaving 100 ok
      crash`);
    await queryAsOwner(
      test.database,
      `UPDATE player SET closed_at = clock_timestamp() WHERE username = 'leaving'`,
    );
    await award();
    expect(await reachedBy('leaving')).toEqual([]);
    expect(await violations()).toEqual([]);
  });
});

it('I21: the audit finds one that is missing, one that was not reached, and a tour without its games', async () => {
  const id = await playerIdOf('lost');
  const changes = [
    [
      `DELETE FROM achievement WHERE player_id = $1 AND id = 'aviator-first'`,
      `INSERT INTO achievement VALUES ($1, 'aviator-first', clock_timestamp())`,
    ],
    [
      `INSERT INTO achievement VALUES ($1, 'aviator-high', clock_timestamp())`,
      `DELETE FROM achievement WHERE player_id = $1 AND id = 'aviator-high'`,
    ],
    [
      `INSERT INTO achievement VALUES ($1, 'grand-tour', clock_timestamp())`,
      `DELETE FROM achievement WHERE player_id = $1 AND id = 'grand-tour'`,
    ],
  ] as const;
  for (const [broken, mended] of changes) {
    await queryAsOwner(test.database, broken, [id]);
    expect(await violations(), broken).toHaveLength(1);
    await queryAsOwner(test.database, mended, [id]);
    expect(await violations(), mended).toEqual([]);
  }
});

it('lists all of them for the player, reached or not', async () => {
  const list = await createAchievementsService(test.database, games).list(await playerIdOf('close'));
  expect(achievementsAnswer.parse(list)).toEqual(list);
  expect(list.filter(({ reachedAt }) => reachedAt !== null).map(({ id }) => id)).toEqual([
    'first-win',
    'aviator-first',
    'aviator-close',
  ]);
});
