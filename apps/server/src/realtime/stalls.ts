/**
 * What pages that list games show of them: once a second one message for all stalls, where something has changed. It
 * goes to connections that asked for the topic and take few ticks, so that programs, which get every topic unless
 * they choose, get it only as they connect. Nothing is made while nobody follows it.
 */
import { stallsTopic, type LargeWin, type Stall, type Stalls } from '@fairground/contract/stalls';
import type { Clock, Timer } from '../platform/clock.ts';
import type { LiveEvent } from './types.ts';

/** What a game shows at its stall, made of what it pushes to everybody; undefined while nothing is known. */
export type ShowStall = () => Stall['shows'];

export interface StallsDeps {
  clock: Pick<Clock, 'setInterval'>;
  /** By the game's wire id. */
  games: ReadonlyMap<string, ShowStall>;
  /** How many follow the game on the whole site; undefined where nobody does or that is not known. */
  here: (game: string) => number | undefined;
  wins: () => readonly LargeWin[];
  /** How many connections of this process follow the topic. */
  followers: () => number;
  publish: (event: LiveEvent) => void;
}

const everyMs = 1_000;

export const createStalls = ({ clock, games, here, wins, followers, publish }: StallsDeps) => {
  let sent = '';
  let timer: Timer | undefined;

  const read = (): Stalls => {
    const won = wins();
    return {
      stalls: Object.fromEntries([...games].map(([id, show]) => [id, { shows: show(), here: here(id) }])),
      ...(won.length > 0 && { wins: [...won] }),
    };
  };

  const event = (data: Stalls): LiveEvent => ({
    type: 'stalls_response',
    payload: { success: true, data },
    ticks: 'sparse',
  });

  const tick = (): void => {
    if (followers() === 0) return;
    const data = read();
    const text = JSON.stringify(data);
    if (text === sent) return;
    sent = text;
    publish(event(data));
  };

  return {
    start() {
      timer = clock.setInterval(tick, everyMs);
    },
    stop: () => timer?.cancel(),
    /** The message that sends the current stalls to a new connection. */
    topicState: { [stallsTopic]: (): LiveEvent[] => [event(read())] },
  };
};
