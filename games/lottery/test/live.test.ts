import { describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import type { LatestDraw } from '../contract.ts';
import type { LotteryEvent } from '../server/bus-events.ts';
import { createLotteryLive, type LotteryPush } from '../server/live.ts';
import { encodePick } from '../server/pick.ts';

const startMs = Date.parse('2026-11-21T12:00:00Z');
const drawsAt = '2026-11-21T20:00:00.000Z';

const next = (day: string) => ({
  drawId: day,
  drawsAt: `${day}T20:00:00.000Z`,
  closesAt: `${day}T19:59:00.000Z`,
  commitment: 'ab'.repeat(32),
  beaconRound: null,
});
const beforeAny: LatestDraw = {
  drawId: null,
  winningNumbers: null,
  drawnAt: null,
  next: next('2026-11-21'),
};
const firstDraw: LatestDraw = {
  drawId: '2026-11-21',
  winningNumbers: [1, 2, 3, 4, 5, 6],
  drawnAt: drawsAt,
  next: next('2026-11-22'),
};

const eventOf = (draw: LatestDraw, seal: LotteryEvent['seal'] = null): LotteryEvent => ({ ...draw, seal });

/** A clock that the test moves, and a database whose answers the test sets. */
const setUp = () => {
  let nowMs = startMs;
  let timers: { dueMs: number; run: () => void }[] = [];
  let answer: () => object[] = () => [];
  const clock: Clock = {
    ...systemClock,
    setTimeout(run, delayMs) {
      const timer = { dueMs: nowMs + delayMs, run };
      timers.push(timer);
      return { cancel: () => void (timers = timers.filter((other) => other !== timer)) };
    },
  };
  const pushed: LotteryPush[] = [];
  const live = createLotteryLive({
    clock,
    database: { query: async () => answer() } as unknown as Database,
    databaseNowMs: () => nowMs,
    publish: (event) => pushed.push(event),
  });
  return {
    live,
    pushed,
    answerWith: (rows: () => object[]) => void (answer = rows),
    async passTo(text: string) {
      const untilMs = Date.parse(text);
      for (;;) {
        const due = timers.filter((timer) => timer.dueMs <= untilMs).toSorted((a, b) => a.dueMs - b.dueMs)[0];
        if (!due) break;
        timers = timers.filter((timer) => timer !== due);
        nowMs = due.dueMs;
        due.run();
        // Queries are answered before the clock advances.
        await new Promise((resolve) => setImmediate(resolve));
      }
      nowMs = untilMs;
    },
  };
};

const drawnRows = () => [
  {
    draw_key: '2026-11-22',
    state: 'open',
    commitment: Buffer.alloc(32, 0xab),
    closes_at: new Date('2026-11-22T19:59:00Z'),
    draws_at: new Date('2026-11-22T20:00:00Z'),
    root: null,
    ticket_count: null,
    beacon_round: null,
    winning: null,
  },
  { draw_key: '2026-11-21', winning: encodePick([1, 2, 3, 4, 5, 6]), drawn_at: new Date(drawsAt) },
];

describe('what sockets receive of the lottery', () => {
  it('is each draw once, and the newest one on connecting', () => {
    const { live, pushed } = setUp();
    expect(live.state()).toEqual([]);
    live.handle(eventOf(beforeAny));
    live.handle(eventOf(firstDraw));
    live.handle(eventOf(firstDraw));
    expect(pushed.map(({ payload }) => payload)).toEqual([
      { success: true, data: beforeAny },
      { success: true, data: firstDraw },
    ]);
    expect(live.state()).toEqual([pushed[1]]);
    live.stop();
  });

  it('is the seal of the draw that is next, once and on connecting, until that is held', () => {
    const { live, pushed } = setUp();
    const seal = { drawId: '2026-11-21', betsRoot: 'cd'.repeat(32), betCount: 3, beaconRound: null };
    live.handle(eventOf(beforeAny));
    live.handle(eventOf(beforeAny, seal));
    live.handle(eventOf(beforeAny, seal));
    expect(pushed.map(({ type }) => type)).toEqual(['latestDraw_response', 'lotterySeal_response']);
    expect(pushed[1]?.payload).toEqual({ success: true, data: seal });
    expect(live.state()).toEqual(pushed);
    live.handle(eventOf(firstDraw));
    expect(pushed).toHaveLength(3);
    expect(live.state()).toEqual([pushed[2]]);
    live.stop();
  });

  it('is read from the database when the bus is silent', async () => {
    const { live, pushed, answerWith, passTo } = setUp();
    live.handle(eventOf(beforeAny));
    answerWith(drawnRows);
    await passTo('2026-11-21T20:00:00.700Z');
    expect(pushed).toHaveLength(1);
    await passTo('2026-11-21T20:00:00.800Z');
    expect(pushed[1]?.payload).toEqual({ success: true, data: firstDraw });
    live.stop();
  });

  it('is a failure while the database is unavailable, and the draw afterwards', async () => {
    const { live, pushed, answerWith, passTo } = setUp();
    live.handle(eventOf(beforeAny));
    answerWith(() => {
      throw new Error('away');
    });
    await passTo('2026-11-21T20:00:04Z');
    expect(pushed[1]).toEqual({
      type: 'latestDraw_response',
      payload: { success: false, message: 'Error fetching latest draw', code: 'unavailable' },
    });
    answerWith(drawnRows);
    await passTo('2026-11-21T20:00:30Z');
    expect(pushed.at(-1)?.payload).toEqual({ success: true, data: firstDraw });
    live.stop();
  });
});
