/**
 * What sockets receive about Double Trouble: the status, at each draw. Each process caches the newest draws
 * from the director's events, and reads the database when it starts, when it missed an event, and when a
 * draw is overdue.
 */
import { isDeepStrictEqual } from 'node:util';
import type { LivePush } from '@fairground/game-kit/shared';
import type { Clock, Timer } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import type { liveMessages } from '../contract.ts';
import { doubleTroubleRules } from '../rules.ts';
import type { DoubleTroubleEvent, DrawnNumber, NextDraw } from './bus-events.ts';
import { readStatus } from './read-status.ts';
import { toDrawnNumber, toNextDraw, toWireStatus } from './wire.ts';

export type DoubleTroublePush = LivePush<typeof liveMessages>;

/**
 * The database is polled when no event has arrived this long after a draw's time, and again each time as long after.
 */
const overdueMs = 750;
/** The page is notified of an outage once a draw is this late. */
const failedAfterMs = 5_000;

const failure: DoubleTroublePush = {
  type: 'doubleTroubleStatus_response',
  payload: { success: false, message: 'Error fetching double trouble status', code: 'unavailable' },
};

export const createDoubleTroubleLive = ({
  clock,
  database,
  databaseNowMs,
  publish,
}: {
  clock: Clock;
  database: Database;
  databaseNowMs: () => number;
  publish: (push: DoubleTroublePush) => void;
}) => {
  let next: NextDraw | undefined;
  let drawn: readonly DrawnNumber[] = [];
  let failed = false;
  /** Grows with every event, so that rows read before one are recognized as stale. */
  let events = 0;
  let stopped = false;
  let timer: Timer | undefined;

  const status = (): DoubleTroublePush[] =>
    next === undefined
      ? []
      : [
          {
            type: 'doubleTroubleStatus_response',
            payload: { success: true, data: toWireStatus(next, drawn) },
          },
        ];

  const seal = (): DoubleTroublePush[] =>
    next === undefined || next.seal === null
      ? []
      : [
          {
            type: 'doubleTroubleSeal_response',
            payload: {
              success: true,
              data: { drawId: next.drawId, ...next.seal, beaconRound: next.beaconRound },
            },
          },
        ];

  const publishAll = (pushes: readonly DoubleTroublePush[]) => {
    for (const push of pushes) publish(push);
  };

  const publishStatus = () => {
    failed = false;
    publishAll([...status(), ...seal()]);
  };

  const scheduleOverduePoll = () => {
    timer?.cancel();
    if (stopped) return;
    const dueMs = next === undefined ? 0 : Math.max(0, next.drawsAtMs - databaseNowMs());
    timer = clock.setTimeout(() => void poll(), dueMs + overdueMs);
  };

  /** Whether the database had something newer than the cache; `stale` where an event arrived while it was read. */
  const refresh = async (): Promise<'changed' | 'same' | 'stale'> => {
    const seen = events;
    const found = await readStatus(database.query, doubleTroubleRules.historyLength);
    const foundNext = found.next && toNextDraw(found.next);
    const hasChanged = !isDeepStrictEqual(foundNext, next) || String(found.drawn[0]?.id) !== drawn[0]?.drawId;
    if (events !== seen) return 'stale';
    // Between a void draw and the next one.
    if (foundNext === undefined && next !== undefined) return 'same';
    next = foundNext;
    drawn = found.drawn.map(toDrawnNumber);
    return hasChanged ? 'changed' : 'same';
  };

  const poll = async () => {
    try {
      const found = await refresh();
      if (found === 'changed' || failed) publishStatus();
    } catch {
      const lateMs = next === undefined ? 0 : databaseNowMs() - next.drawsAtMs;
      if (!failed && lateMs > failedAfterMs) {
        failed = true;
        publish(failure);
      }
    } finally {
      scheduleOverduePoll();
    }
  };

  /** After a gap the missed draws come from the database; where that fails, what is cached is published. */
  const resync = async () => {
    while ((await refresh().catch(() => 'same')) === 'stale' && !stopped);
    publishStatus();
    scheduleOverduePoll();
  };

  return {
    handle(event: DoubleTroubleEvent) {
      events += 1;
      const newest = drawn[0]?.drawId;
      const { previousDrawId } = event;
      const isShown =
        event.kind === 'drawn'
          ? newest !== undefined && BigInt(event.drawn.drawId) <= BigInt(newest)
          : isDeepStrictEqual(event.next, next) && previousDrawId === (newest ?? null);
      if (isShown) {
        if (failed) publishStatus();
        return;
      }
      const missed = previousDrawId !== (newest ?? null);
      const isSealOnly = isDeepStrictEqual({ ...event.next, seal: null }, next && { ...next, seal: null });
      next = event.next;
      if (event.kind === 'drawn') drawn = [event.drawn, ...drawn].slice(0, doubleTroubleRules.historyLength);
      if (missed) {
        void resync();
        return;
      }
      if (isSealOnly && !failed) publishAll(seal());
      else publishStatus();
      scheduleOverduePoll();
    },
    /** The messages that send the current state to a new connection. */
    state: (): DoubleTroublePush[] => (failed ? [failure] : [...status(), ...seal()]),
    /** The draw that comes next, open for bets or closed. */
    nextDraw: (): NextDraw | undefined => next,
    /** Catches up from the database with the events that this process may have missed. */
    async refresh() {
      if ((await refresh()) === 'changed') publishStatus();
      scheduleOverduePoll();
    },
    /** Reads the current state from the database. */
    async load() {
      await refresh();
      scheduleOverduePoll();
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
};
