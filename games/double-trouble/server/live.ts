/**
 * What sockets receive about Double Trouble: the status, at each draw. Each process caches the newest draws
 * from the director's events, and reads the database when it starts, when the step of an event shows that it missed
 * another, and when a seal or a draw is overdue.
 */
import { isDeepStrictEqual } from 'node:util';
import { followSteps } from '@fairground/game-kit/server';
import type { LivePush } from '@fairground/game-kit/shared';
import type { Clock, Timer } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import type { DoubleTroubleStall, liveMessages } from '../contract.ts';
import { doubleTroubleRules } from '../rules.ts';
import type { DoubleTroubleEvent, DrawnNumber, NextDraw } from './bus-events.ts';
import { readStatus, type DrawnRow, type NextRow } from './read-status.ts';
import { toDrawnNumber, toNextDraw, toWireStatus } from './wire.ts';

export type DoubleTroublePush = LivePush<typeof liveMessages>;

/**
 * The database is polled when no event has arrived this long after a draw closed or was due, and again each time as
 * long after.
 */
const overdueMs = 750;
/** The page is notified of an outage once a draw is this late. */
const failedAfterMs = 5_000;

const failure: DoubleTroublePush = {
  type: 'doubleTroubleStatus_response',
  payload: { success: false, message: 'Error fetching double trouble status', code: 'unavailable' },
};

interface Status {
  step: number;
  next: NextRow;
  drawn: readonly DrawnRow[];
}

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
    const dueMs = next === undefined ? 0 : next.seal === null ? next.closesAtMs : next.drawsAtMs;
    timer = clock.setTimeout(() => void poll(), Math.max(0, dueMs - databaseNowMs()) + overdueMs);
  };

  /** `nextDrawn` are the newest numbers, the newest first. */
  const show = (nextDraw: NextDraw, nextDrawn: readonly DrawnNumber[]) => {
    const isSealOnly = isDeepStrictEqual({ ...nextDraw, seal: null }, next && { ...next, seal: null });
    next = nextDraw;
    drawn = nextDrawn;
    if (isSealOnly && !failed) publishAll(seal());
    else publishStatus();
    scheduleOverduePoll();
  };

  const steps = followSteps<DoubleTroubleEvent, Status>({
    async read() {
      const found = await readStatus(database.query, doubleTroubleRules.historyLength);
      // Between a void draw and the next one, the void one stays.
      return found.next && { step: Number(found.next.step), next: found.next, drawn: found.drawn };
    },
    showEvent(event) {
      const newest = drawn.filter(({ drawId }) => drawId !== event.drawn?.drawId);
      const all = event.drawn === null ? newest : [event.drawn, ...newest];
      show(event.next, all.slice(0, doubleTroubleRules.historyLength));
    },
    showRow: (row) => show(toNextDraw(row.next), row.drawn.map(toDrawnNumber)),
  });

  const poll = async () => {
    try {
      await steps.refresh();
      if (failed) publishStatus();
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

  return {
    handle: steps.handle,
    /** The messages that send the current state to a new connection. */
    state: (): DoubleTroublePush[] => (failed ? [failure] : [...status(), ...seal()]),
    /** The newest number, for the game's stall. */
    stall: (): DoubleTroubleStall => ({ last: drawn[0]?.winningNumber }),
    /** The draw that comes next, open for bets or closed. */
    nextDraw: (): NextDraw | undefined => next,
    /** Reads the current state from the database: at the start, and where this process may have missed events. */
    async refresh() {
      await steps.refresh();
      scheduleOverduePoll();
    },
    stop() {
      stopped = true;
      steps.stop();
      timer?.cancel();
    },
  };
};
