/** F24: a leader that can run no game releases the lease; a single failing game is closed while the others continue. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDirector, type Director, type Engine } from './director.ts';
import { createLogger } from '../platform/logger.ts';
import { createControlledClock, type ControlledClock } from '../../test/controlled-clock.ts';
import { databaseForEach } from '../../test/for-tests.ts';

const test = databaseForEach({ connections: 2 });
let time: ControlledClock;
let directors: Director[];

beforeEach(async () => {
  time = await createControlledClock(test.address);
  directors = [];
});
afterEach(async () => {
  await Promise.all(directors.map((director) => director.stop()));
  await time.close();
});

/** Engines of games, which fail while the set contains them. */
const start = (holder: string, failing: ReadonlySet<string>): Director => {
  const engineOf = (game: string): Engine => ({
    name: game,
    game,
    async step() {
      if (failing.has(game)) throw new Error(`${game} has no seed`);
      return 500;
    },
  });
  const upkeep: Engine = { name: 'upkeep', step: async () => 1_000 };
  const director = startDirector({
    database: test.database,
    clock: time.clock,
    log: createLogger('silent'),
    holder,
    engines: [engineOf('one'), engineOf('two'), upkeep],
    isPaused: () => false,
  });
  directors.push(director);
  return director;
};
const closed = async () =>
  (await test.rows<{ game: string }>(`SELECT game FROM closed_game ORDER BY game`)).map(({ game }) => game);
const holder = async () =>
  (await test.rows<{ holder: string | null }>(`SELECT holder FROM director_lease`))[0]?.holder;

it('closes a failing game after ten seconds and reopens it when its engine runs', async () => {
  const failing = new Set(['one']);
  const director = start('a', failing);
  await time.advance(9_000);
  expect(await closed()).toEqual([]);
  await time.advance(4_000);
  expect(await closed()).toEqual(['one']);
  expect(director.isLeading()).toBe(true);
  failing.clear();
  await time.advance(3_000);
  expect(await closed()).toEqual([]);
});

it('reopens a game under the next leader that can run it', async () => {
  const first = start('a', new Set(['one']));
  await time.advance(13_000);
  expect(await closed()).toEqual(['one']);
  await first.stop();
  start('b', new Set());
  await time.advance(5_000);
  expect(await closed()).toEqual([]);
});

it('releases the lease of a leader that can run no game to one that can, or takes it again if none can', async () => {
  const broken = start('a', new Set(['one', 'two']));
  await time.advance(2_000);
  expect(await holder()).toBe('a');
  const sound = start('b', new Set());
  await time.advance(14_000);
  expect([broken.isLeading(), sound.isLeading()]).toEqual([false, true]);
  expect(await holder()).toBe('b');
  expect(await closed()).toEqual([]);
  await sound.stop();
  await time.advance(27_000);
  expect(await holder()).toBe('a');
});
