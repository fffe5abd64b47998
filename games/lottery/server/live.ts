/**
 * What sockets receive about the lottery: the newest result and the draw that follows. Each process caches the
 * last event of the bus, and polls the database itself when a result is overdue.
 */
import type { LivePush } from '@fairground/game-kit/shared';
import type { liveMessages } from '../contract.ts';
import type { Clock, Timer } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import type { LotteryEvent } from './bus-events.ts';
import { readStatus } from './read-status.ts';
import { toEvent } from './wire.ts';

export type LotteryPush = LivePush<typeof liveMessages>;

/** The database is polled when a result is this late, and again each time as long after. */
const overdueMs = 750;
/** The page is notified of an outage once a result is this late. */
const failedAfterMs = 3_000;
/** No timer runs longer than this. */
const maxTimerMs = 3_600_000;

export const createLotteryLive = (deps: {
  clock: Clock;
  database: Database;
  databaseNowMs: () => number;
  publish: (push: LotteryPush) => void;
}) => {
  const { clock, database, databaseNowMs, publish } = deps;
  let latest: LotteryEvent | undefined;
  let timer: Timer | undefined;
  let stopped = false;
  let failed = false;

  const toPush = ({ seal: _seal, ...data }: LotteryEvent): LotteryPush => ({
    type: 'latestDraw_response',
    payload: { success: true, data },
  });
  const toSealPush = ({ seal }: LotteryEvent): LotteryPush[] =>
    seal === null ? [] : [{ type: 'lotterySeal_response', payload: { success: true, data: seal } }];

  const failure: LotteryPush = {
    type: 'latestDraw_response',
    payload: { success: false, message: 'Error fetching latest draw', code: 'unavailable' },
  };

  const update = (event: LotteryEvent) => {
    const isNew = latest?.drawId !== event.drawId || latest?.next.drawId !== event.next.drawId;
    const isSealed = latest?.seal?.drawId !== event.seal?.drawId;
    latest = event;
    schedulePoll();
    if (isNew || failed) publish(toPush(event));
    if (isSealed || failed) toSealPush(event).forEach(publish);
    failed = false;
  };

  const poll = async () => {
    try {
      const { latest: last, next } = await readStatus(database.query);
      if (stopped) return;
      if (next) update(toEvent(last, next));
      else schedulePoll();
    } catch {
      if (stopped) return;
      const lateMs = latest ? databaseNowMs() - Date.parse(latest.next.drawsAt) : 0;
      if (!failed && lateMs > failedAfterMs) {
        failed = true;
        publish(failure);
      }
      schedulePoll();
    }
  };

  const schedulePoll = () => {
    timer?.cancel();
    if (stopped) return;
    const dueMs = latest ? Date.parse(latest.next.drawsAt) - databaseNowMs() : 0;
    const waitMs = Math.max(0, dueMs) + overdueMs;
    const run = () => (waitMs > maxTimerMs ? schedulePoll() : void poll());
    timer = clock.setTimeout(run, Math.min(waitMs, maxTimerMs));
  };

  return {
    handle: update,
    /** The messages that send the current state to a new connection. */
    state: (): LotteryPush[] => (failed ? [failure] : latest ? [toPush(latest), ...toSealPush(latest)] : []),
    /** Catches up from the database with the events that this process may have missed. */
    async refresh() {
      const { latest: last, next } = await readStatus(database.query);
      if (next && !stopped) update(toEvent(last, next));
    },
    /** Reads the current state from the database. */
    async load() {
      const { latest: last, next } = await readStatus(database.query);
      if (next) latest = toEvent(last, next);
      schedulePoll();
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
};
