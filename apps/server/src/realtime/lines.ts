/**
 * Connections of players on every process of the site. Who asks names players; each process pings their connections,
 * and answers when it heard them last. Without a question nothing is sent.
 */
import * as z from 'zod/mini';
import type { Clock } from '../platform/clock.ts';
import { defineBusEvent } from '../platform/messaging/bus-event.ts';
import type { EventBus } from '../platform/messaging/event-bus.ts';
import type { Heard, Lines, LinesAnswer } from './types.ts';

const name = z.string().check(z.maxLength(64));

const linesAskedEvent = defineBusEvent({
  channel: 'linesAsked',
  version: 1,
  schema: z.object({ ask: name, players: z.array(z.string()) }),
});

const linesHeardEvent = defineBusEvent({
  channel: 'linesHeard',
  version: 1,
  schema: z.object({
    ask: name,
    process: name,
    heard: z.array(z.object({ playerId: z.string(), agoMs: z.number(), isOpen: z.boolean() })),
  }),
});

const answerWithinMs = 500;

export const createLines = ({
  clock,
  bus,
  process,
  isAlone,
  hasPlayer,
}: {
  clock: Pick<Clock, 'setTimeout'>;
  bus: EventBus;
  /** The name of this process, unique among all. */
  process: string;
  /** Whether the site has no other process. */
  isAlone: boolean;
  /** Whether this process has a connection of the player. */
  hasPlayer: (playerId: string) => boolean;
}): Lines => {
  const asking = new Map<string, (answer: LinesAnswer) => void>();
  let asks = 0;
  bus.subscribe(linesHeardEvent, ({ ask, ...answer }) => asking.get(ask)?.(answer));

  const ask: Lines['ask'] = (playerIds, answered) => {
    const id = `${process}/${(asks += 1)}`;
    asking.set(id, answered);
    clock.setTimeout(() => asking.delete(id), answerWithinMs);
    bus.publish(linesAskedEvent, { ask: id, players: playerIds.map(String) });
  };

  return {
    process,
    ask,
    async isConnected(playerId) {
      if (hasPlayer(String(playerId))) return true;
      if (isAlone) return false;
      return new Promise((resolve) => {
        clock.setTimeout(() => resolve(false), answerWithinMs);
        ask([playerId], ({ heard }) => {
          if (heard.some(({ isOpen }) => isOpen)) resolve(true);
        });
      });
    },
  };
};

/** Lets this process answer. */
export const answerForLines = ({
  bus,
  process,
  hear,
}: {
  bus: EventBus;
  process: string;
  hear: (playerIds: readonly string[]) => Heard[];
}): void =>
  bus.subscribe(linesAskedEvent, ({ ask, players }) => {
    // What was received while this process did something else is read first: it may be an answer.
    setImmediate(() => bus.publish(linesHeardEvent, { ask, process, heard: hear(players) }));
  });
