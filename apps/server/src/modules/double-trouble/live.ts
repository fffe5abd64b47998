/**
 * What sockets hear of Double Trouble: the status, at each draw. Each process keeps the last draws from the
 * events of the director, and asks the database when it starts, when it missed an event, and when a draw
 * is overdue.
 */
import { doubleTroubleRules } from '@fairground/game-double-trouble/rules';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { DoubleTroubleEvent, DrawnNumber, NextDraw } from './events.ts';
import { readStatus } from './queries.ts';
import { toDrawnNumber, toNextDraw, toWireStatus } from './wire.ts';

export interface LiveEvent {
  type: string;
  payload: object;
}

export interface DoubleTroubleLive {
  handle(event: DoubleTroubleEvent): void;
  /** The messages that make a new connection whole. */
  state(): LiveEvent[];
  /** Reads the current state from the database. */
  load(): Promise<void>;
  stop(): void;
}

export interface DoubleTroubleLiveDeps {
  clock: Clock;
  database: Database;
  databaseNowMs: () => number;
  publish: (event: LiveEvent) => void;
}

/** A draw that was not heard of for this long after its time is asked for, and again each time as long after. */
const overdueMs = 1_500;
/** An outage is told to the page once a draw is this late. */
const failedAfterMs = 5_000;

const failure: LiveEvent = {
  type: 'doubleTroubleStatus_response',
  payload: { success: false, message: 'Error fetching double trouble status', code: 'unavailable' },
};

export const createDoubleTroubleLive = ({
  clock,
  database,
  databaseNowMs,
  publish,
}: DoubleTroubleLiveDeps): DoubleTroubleLive => {
  let next: NextDraw | undefined;
  let drawn: readonly DrawnNumber[] = [];
  let failed = false;
  let stopped = false;
  let timer: Timer | undefined;

  const status = (): LiveEvent[] =>
    next === undefined
      ? []
      : [
          {
            type: 'doubleTroubleStatus_response',
            payload: { success: true, data: toWireStatus(next, drawn) },
          },
        ];

  const tell = () => {
    failed = false;
    for (const event of status()) publish(event);
  };

  const watch = () => {
    timer?.cancel();
    if (stopped) return;
    const dueMs = next === undefined ? 0 : Math.max(0, next.drawsAtMs - databaseNowMs());
    timer = clock.setTimeout(() => void lookAgain(), dueMs + overdueMs);
  };

  const read = async (): Promise<boolean> => {
    const found = await readStatus(database.query, doubleTroubleRules.historyLength);
    const foundNext = found.next && toNextDraw(found.next);
    const isNews = foundNext?.drawId !== next?.drawId || String(found.drawn[0]?.id) !== drawn[0]?.drawId;
    const isOlder = foundNext === undefined || BigInt(foundNext.drawId) < BigInt(next?.drawId ?? 0);
    // A row read before the newest event arrived says nothing new.
    if (isOlder && next !== undefined) return false;
    next = foundNext;
    drawn = found.drawn.map(toDrawnNumber);
    return isNews;
  };

  const lookAgain = async () => {
    try {
      const isNews = await read();
      if (isNews || failed) tell();
    } catch {
      const lateMs = next === undefined ? 0 : databaseNowMs() - next.drawsAtMs;
      if (!failed && lateMs > failedAfterMs) {
        failed = true;
        publish(failure);
      }
    } finally {
      watch();
    }
  };

  return {
    handle(event) {
      next = event.next;
      if (event.kind === 'drawn') {
        const missed = drawn.length > 0 && drawn[0]?.drawId !== event.previousDrawId;
        drawn = [event.drawn, ...drawn].slice(0, doubleTroubleRules.historyLength);
        if (missed) {
          void lookAgainWhole();
          return;
        }
      }
      tell();
      watch();
    },
    state: () => (failed ? [failure] : status()),
    async load() {
      await read();
      watch();
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };

  /** After a gap: what was missed comes from the database; where that fails, what is known is told. */
  async function lookAgainWhole(): Promise<void> {
    await read().catch(() => undefined);
    tell();
    watch();
  }
};
