/**
 * What sockets receive about the lottery: the newest result and the draw that follows. Each process caches the
 * last event of the bus, and reads the database when it starts, when the step of an event shows that it missed another,
 * and when a seal or a result is overdue.
 */
import { followSteps } from '@fairground/game-kit/server';
import type { LivePush } from '@fairground/game-kit/shared';
import type { liveMessages, LotteryStall } from '../contract.ts';
import type { Clock, Timer } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import type { LotteryEvent } from './bus-events.ts';
import { readStatus } from './read-status.ts';
import { toEvent } from './wire.ts';

export type LotteryPush = LivePush<typeof liveMessages>;

/** The database is polled when a seal or a result is this late, and again each time as long after. */
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
  const { clock, databaseNowMs, publish } = deps;
  let latest: LotteryEvent | undefined;
  let timer: Timer | undefined;
  let stopped = false;
  let failed = false;

  const toPush = ({ seal: _seal, step: _step, ...data }: LotteryEvent): LotteryPush => ({
    type: 'latestDraw_response',
    payload: { success: true, data },
  });
  const toSealPush = ({ seal }: LotteryEvent): LotteryPush[] =>
    seal === null ? [] : [{ type: 'lotterySeal_response', payload: { success: true, data: seal } }];

  const failure: LotteryPush = {
    type: 'latestDraw_response',
    payload: { success: false, message: 'Error fetching latest draw', code: 'unavailable' },
  };

  const show = (event: LotteryEvent) => {
    const isNew = latest?.drawId !== event.drawId || latest?.next.drawId !== event.next.drawId;
    const isSealed = latest?.seal?.drawId !== event.seal?.drawId;
    latest = event;
    if (isNew || failed) publish(toPush(event));
    if (isSealed || failed) toSealPush(event).forEach(publish);
    failed = false;
    schedulePoll();
  };

  const steps = followSteps<LotteryEvent, LotteryEvent>({
    async read() {
      const found = await readStatus(deps.database.query);
      // Between a void draw and the next one, the void one stays.
      return found.next && toEvent(found.latest, found.next);
    },
    showEvent: show,
    showRow: show,
  });

  const poll = async () => {
    try {
      await steps.refresh();
      if (failed && latest) show(latest);
    } catch {
      const lateMs = latest ? databaseNowMs() - Date.parse(latest.next.drawsAt) : 0;
      if (!stopped && !failed && lateMs > failedAfterMs) {
        failed = true;
        publish(failure);
      }
    } finally {
      schedulePoll();
    }
  };

  const schedulePoll = () => {
    timer?.cancel();
    if (stopped) return;
    const due = latest && (latest.seal === null ? latest.next.closesAt : latest.next.drawsAt);
    const dueInMs = due === undefined ? 0 : Date.parse(due) - databaseNowMs();
    const waitMs = Math.max(0, dueInMs) + overdueMs;
    const run = () => (waitMs > maxTimerMs ? schedulePoll() : void poll());
    timer = clock.setTimeout(run, Math.min(waitMs, maxTimerMs));
  };

  return {
    handle: steps.handle,
    /** The messages that send the current state to a new connection. */
    state: (): LotteryPush[] => (failed ? [failure] : latest ? [toPush(latest), ...toSealPush(latest)] : []),
    /** The newest result, for the game's stall. */
    stall: (): LotteryStall => ({ last: latest?.winningNumbers ?? undefined }),
    /** Reads the current state from the database: at the start, and where this process may have missed events. */
    async refresh() {
      await steps.refresh();
      schedulePoll();
    },
    stop() {
      stopped = true;
      steps.stop();
      timer?.cancel();
    },
  };
};
