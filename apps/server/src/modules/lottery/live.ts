/**
 * What sockets hear of the lottery: the newest result and the draw that follows. Each process keeps the last
 * event of the bus, and asks the database itself when a result stays away after its time.
 */
import type { LatestDraw } from '@fairground/game-lottery/contract';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { LotteryEvent } from './events.ts';
import { readStatus } from './queries.ts';
import { toLatestDraw } from './wire.ts';

export interface LiveEvent {
  type: string;
  payload: object;
}

export interface LotteryLive {
  handle(event: LotteryEvent): void;
  /** The message that makes a new connection whole. */
  state(): LiveEvent[];
  /** Reads the current state from the database. */
  load(): Promise<void>;
  stop(): void;
}

export interface LotteryLiveDeps {
  clock: Clock;
  database: Database;
  databaseNowMs: () => number;
  publish: (event: LiveEvent) => void;
}

/** A result is this late before it is asked for, and asked for again. */
const overdueMs = 3_000;
/** Timers hold no more than this. */
const longestWaitMs = 3_600_000;

export const createLotteryLive = (deps: LotteryLiveDeps): LotteryLive => {
  const { clock, database, databaseNowMs, publish } = deps;
  let latest: LatestDraw | undefined;
  let timer: Timer | undefined;
  let stopped = false;

  const message = (data: LatestDraw): LiveEvent => ({
    type: 'latestDraw_response',
    payload: { success: true, data },
  });

  const failure: LiveEvent = {
    type: 'latestDraw_response',
    payload: { success: false, message: 'Error fetching latest draw', code: 'unavailable' },
  };

  const take = (data: LatestDraw) => {
    const isNew = latest?.drawId !== data.drawId || latest?.next.drawId !== data.next.drawId;
    latest = data;
    plan();
    if (isNew) publish(message(data));
  };

  const ask = async () => {
    try {
      const { latest: last, next } = await readStatus(database.query);
      if (stopped) return;
      if (next) take(toLatestDraw(last, next));
      else plan();
    } catch {
      if (stopped) return;
      publish(failure);
      plan();
    }
  };

  const plan = () => {
    timer?.cancel();
    if (stopped) return;
    const dueMs = latest ? Date.parse(latest.next.drawsAt) - databaseNowMs() : 0;
    const waitMs = Math.max(0, dueMs) + overdueMs;
    const run = () => (waitMs > longestWaitMs ? plan() : void ask());
    timer = clock.setTimeout(run, Math.min(waitMs, longestWaitMs));
  };

  return {
    handle: take,
    state: () => (latest ? [message(latest)] : []),
    async load() {
      const { latest: last, next } = await readStatus(database.query);
      if (next) latest = toLatestDraw(last, next);
      plan();
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
};
