/** The games as the core loads them: each from the list, without conflicts. */
import { defineBusEvent, defineGame, isGameModule } from '@fairground/game-kit/server';
import { gameFolders } from '@fairground/games';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createLocalBus } from '../platform/messaging/bus.ts';
import { createEventBus } from '../platform/messaging/event-bus.ts';
import { settingsReader } from '../platform/settings-reader.ts';
import { loadGames, wireGame } from './games.ts';
import type { PartDeps } from './site-part.ts';

test('loads every folder of the list in order', async () => {
  expect((await loadGames()).map(({ folder }) => folder)).toEqual([...gameFolders]);
});

test('has unique ids, prefixes, topics, live messages, lists and config keys', async () => {
  const games = await loadGames();
  const names = {
    ids: games.map(({ id }) => id),
    prefixes: games.map(({ ledger }) => ledger.prefix),
    topics: games.flatMap(({ live }) => [live?.topic ?? [], live?.tableTopic ?? []].flat()),
    messages: games.flatMap(({ live }) => Object.keys(live?.messages ?? {})),
    lists: games.flatMap(({ lists }) => lists),
  };
  for (const [kind, all] of Object.entries(names)) expect(new Set(all).size, kind).toBe(all.length);
});

const opened = defineBusEvent({ channel: 'cups', version: 2, schema: z.object({ cup: z.number() }) });

/** A game with only the parts that the test provides. */
const wire = (create: Parameters<typeof defineGame>[0]['create']) => {
  const ignore = () => undefined;
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const bus = createLocalBus(log);
  const ignored: string[] = [];
  const recorded: string[] = [];
  const game = defineGame({
    id: 'cups',
    folder: 'cups',
    ledger: { prefix: 'cups' },
    metricsName: 'cup-game',
    settings: () => ({}),
    config: { schema: z.object({}), value: () => ({}) },
    audit: [],
    lists: [],
    create,
  });
  const part = wireGame(game.configure(settingsReader({}), { hasBeacon: false }), {
    bus: createEventBus({
      bus,
      log,
      recordIgnored: (channel, reason) => ignored.push(`${channel} ${reason}`),
    }),
    recordBet: (name: string, result: string) => recorded.push(`${name} ${result}`),
  } as unknown as PartDeps);
  return { part, bus, ignored, recorded };
};

test('delivers events of its version to a game; others are counted and ignored', () => {
  const cups: number[] = [];
  const { bus, ignored, recorded } = wire((deps) => {
    deps.bus.subscribe(opened, ({ cup }) => cups.push(cup));
    deps.bus.publish(opened, { cup: 1 });
    deps.recordBet('ok');
    return {};
  });
  bus.publish('cups', '{"v":3,"cup":2}');
  bus.publish('cups', '{"v":2,"cup":"two"}');
  expect(cups).toEqual([1]);
  expect(ignored).toEqual(['cups unknown_version', 'cups malformed']);
  expect(recorded).toEqual(['cup-game ok']);
});

test('refuses the state of a topic that the game does not have, and a game not made by defineGame', () => {
  expect(() => wire(() => ({ topicState: () => [] }))).toThrow("cups has a topic's state and no topic");
  expect(isGameModule({ id: 'cups', folder: 'cups' })).toBe(false);
});
