/** Concurrent calls of Minefield, from two services that share only the database. */
import { queryAsOwner } from '@fairground/server/test/query-as-owner';
import { beforeAll, expect, it } from 'vitest';
import { minesOf } from '../server/fields.ts';
import { findField } from '../server/sql/games.sql.ts';
import { createMinefieldService, type MinefieldService } from '../server/service.ts';
import { createSeedBook, type SeedBook } from '@fairground/server/fairness/player-seeds/service';
import { hashBody } from '@fairground/server/http/coin-request';
import { systemEntropy } from '@fairground/server/platform/entropy';
import { createSeal } from '@fairground/server/platform/secrets/seal';
import { addPlayer, quietCalls } from '@fairground/server/test/harness';
import { countOutcomes, outcomeOf, textOf } from '../../../apps/server/test/outcomes.ts';
import { refuse } from '@fairground/contract/errors';
import { databaseForAll } from '@fairground/server/test/for-tests';

const test = databaseForAll({ isAudited: true, connections: 10 });
let book: SeedBook;
let services: MinefieldService[];

beforeAll(async () => {
  book = createSeedBook({ entropy: systemEntropy, seal: createSeal(Buffer.alloc(32, 3)) });
  services = [0, 1].map(() =>
    createMinefieldService({
      ...quietCalls,
      database: test.database,
      seeds: book,
    }),
  );
});

const service = (index: number): MinefieldService => services[index % 2] as MinefieldService;

const begin = async (playerId: bigint, stakeCoins = 100) => {
  const done = await service(0).create({ playerId, stakeCoins, difficulty: 'Easy' });
  if (!done.ok) throw new Error(JSON.stringify(done));
  const gameId = BigInt((JSON.parse(done.value.text) as { id: string }).id);
  const field = await findField.first(test.database.query, { gameId });
  if (!field) throw new Error('no field');
  const mines = minesOf(field, book.openSeed(field));
  return { gameId, mines, gems: [...Array(25).keys()].filter((tile) => !mines.includes(tile)) };
};

const twice = <T>(times: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => run(index)));

it('A11: starts one game and takes one stake for fifty concurrent starts', async () => {
  const player = await addPlayer(test.database, 'parallel', 10_000);
  const results = await twice(50, (index) =>
    service(index).create({ playerId: player, stakeCoins: 100, difficulty: 'Hard' }),
  );
  expect(countOutcomes(results)).toEqual({ done: 1, game_already_active: 49 });
  expect(await test.balanceOf(player)).toBe(9_900);
});

it('I6: starts one game, with one answer, for thirty concurrent uses of one key', async () => {
  const player = await addPlayer(test.database, 'echo', 10_000);
  const idempotency = { key: 'echo', bodyHash: hashBody({}) };
  const results = await twice(30, (index) =>
    service(index).create({ playerId: player, stakeCoins: 100, difficulty: 'Easy', idempotency }),
  );
  expect(countOutcomes(results)).toEqual({ done: 1, replayed: 29 });
  expect(new Set(results.map((item) => textOf(item))).size).toBe(1);
});

it('A12: counts a gem once, with one answer, for forty concurrent reveals', async () => {
  const player = await addPlayer(test.database, 'gem', 10_000);
  const { gameId, gems } = await begin(player);
  const tileId = gems[0] ?? 0;
  const results = await twice(40, (index) => service(index).reveal({ playerId: player, gameId, tileId }));
  expect(countOutcomes(results)).toEqual({ done: 40 });
  expect(new Set(results.map((item) => textOf(item))).size).toBe(1);
  expect(await service(0).findPlaying(player)).toMatchObject({ gemsFound: 1, multiplier: 1.1 });
});

it('A12: ends the game once for forty concurrent reveals of a mine', async () => {
  const player = await addPlayer(test.database, 'mine', 10_000);
  const { gameId, mines } = await begin(player);
  const tileId = mines[0] ?? 0;
  const results = await twice(40, (index) => service(index).reveal({ playerId: player, gameId, tileId }));
  expect(countOutcomes(results)).toEqual({ done: 1, game_not_playing: 39 });
});

it('counts twenty concurrent reveals of gems, and pays once at the last', async () => {
  const player = await addPlayer(test.database, 'sweep', 10_000);
  const { gameId, gems } = await begin(player);
  const results = await Promise.all(
    gems.map((tileId, index) => service(index).reveal({ playerId: player, gameId, tileId })),
  );
  expect(countOutcomes(results)).toEqual({ done: 22 });
  const counts = results.map((item) => {
    if (!item.ok) return -1;
    return (JSON.parse(item.value.text) as { game: { gemsFound: number } }).game.gemsFound;
  });
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 22 }, (_, at) => at + 1));
  expect(await test.balanceOf(player)).toBe(9_900 + 320);
});

it('ends a game once, with matching coins, for concurrent cash-outs, gems and a mine', async () => {
  for (let turn = 0; turn < 12; turn++) {
    const player = await addPlayer(test.database, `mixed_${turn}`, 1_000);
    const { gameId, gems, mines } = await begin(player);
    const [first = 0, second = 0] = gems;
    await service(0).reveal({ playerId: player, gameId, tileId: first });
    const results = await Promise.all([
      service(0).update({ playerId: player, gameId, gemsFound: 1 }),
      service(1).reveal({ playerId: player, gameId, tileId: mines[0] ?? 0 }),
      service(1).update({ playerId: player, gameId, gemsFound: 1 }),
      service(0).reveal({ playerId: player, gameId, tileId: second }),
    ]);
    const open = await service(0).findPlaying(player);
    if (open) await service(0).update({ playerId: player, gameId, gemsFound: open.gemsFound });
    const [game] = await service(0).history(player, 1);
    expect(results.some((item) => outcomeOf(item) === 'done')).toBe(true);
    expect(game?.gameState).toMatch(/^(Lost|CashedOut)$/);
    expect(await test.balanceOf(player)).toBe(900 + (game?.coinsWon ?? 0));
  }
});

it('ends and starts games of many players concurrently without deadlocks', async () => {
  const players = await Promise.all(
    Array.from({ length: 16 }, (_, at) => addPlayer(test.database, `round_${at}`, 10_000)),
  );
  for (let turn = 0; turn < 3; turn++) {
    const games = await Promise.all(players.map((player) => begin(player)));
    const turned = await Promise.all(
      [...games.entries()].flatMap(([at, { gameId, gems }]) => {
        const playerId = players[at] as bigint;
        return gems
          .slice(0, 3)
          .map((tileId, index) => service(at + index).reveal({ playerId, gameId, tileId }));
      }),
    );
    expect(countOutcomes(turned)).toEqual({ done: 48 });
    const ended = await Promise.all(
      games.flatMap(({ gameId }, at) => {
        const playerId = players[at] as bigint;
        return [
          service(at).update({ playerId, gameId, gemsFound: 3 }),
          service(at + 1).create({ playerId, stakeCoins: 100, difficulty: 'Easy' }),
        ];
      }),
    );
    expect(ended.every((item) => outcomeOf(item) !== 'replayed')).toBe(true);
    for (const player of players) {
      const open = await service(0).findPlaying(player);
      if (!open) continue;
      const { id, gemsFound } = open;
      await service(0).update({ playerId: player, gameId: BigInt(id), gemsFound });
    }
  }
});

it('I20: starts no game for a player on a break or over their daily limit', async () => {
  const player = await addPlayer(test.database, 'resting', 10_000);
  await queryAsOwner(
    test.database,
    `UPDATE wallet SET break_until = clock_timestamp() + interval '1 hour' WHERE player_id = $1`,
    [player],
  );
  const onBreak = await service(0).create({ playerId: player, stakeCoins: 100, difficulty: 'Easy' });
  await queryAsOwner(
    test.database,
    `UPDATE wallet SET break_until = NULL, daily_stake_limit = 100 WHERE player_id = $1`,
    [player],
  );
  const overLimit = await service(0).create({ playerId: player, stakeCoins: 200, difficulty: 'Easy' });
  expect([onBreak, overLimit]).toEqual([refuse('on_a_break'), refuse('limit_reached')]);
  expect(await test.balanceOf(player)).toBe(10_000);
});
