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
const seal = { drawId: '2026-11-21', betsRoot: 'cd'.repeat(32), betCount: 3, beaconRound: null };

const eventOf = (step: number, draw: LatestDraw, seal: LotteryEvent['seal'] = null): LotteryEvent => ({
  ...draw,
  step,
  seal,
});

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

const openRow = (step: number, day: string) => ({
  step: BigInt(step),
  draw_key: day,
  state: 'open',
  commitment: Buffer.alloc(32, 0xab),
  closes_at: new Date(`${day}T19:59:00Z`),
  draws_at: new Date(`${day}T20:00:00Z`),
  root: null,
  ticket_count: null,
  beacon_round: null,
  winning: null,
});
const firstRows = () => [openRow(1, '2026-11-21')];
const sealedRows = () => [
  { ...openRow(2, '2026-11-21'), state: 'closed', root: Buffer.alloc(32, 0xcd), ticket_count: 3 },
];
const drawnRows = () => [
  openRow(3, '2026-11-22'),
  { draw_key: '2026-11-21', winning: encodePick([1, 2, 3, 4, 5, 6]), drawn_at: new Date(drawsAt) },
];

describe('what sockets receive of the lottery', () => {
  it('is each draw once, and the newest one on connecting', async () => {
    const { live, pushed, answerWith } = setUp();
    expect(live.state()).toEqual([]);
    answerWith(firstRows);
    await live.refresh();
    live.handle(eventOf(2, firstDraw));
    live.handle(eventOf(2, firstDraw));
    expect(pushed.map(({ payload }) => payload)).toEqual([
      { success: true, data: beforeAny },
      { success: true, data: firstDraw },
    ]);
    expect(live.state()).toEqual([pushed[1]]);
    live.stop();
  });

  it('is the seal of the draw that is next, once and on connecting, until that is held', async () => {
    const { live, pushed, answerWith } = setUp();
    answerWith(firstRows);
    await live.refresh();
    live.handle(eventOf(2, beforeAny, seal));
    live.handle(eventOf(2, beforeAny, seal));
    expect(pushed.map(({ type }) => type)).toEqual(['latestDraw_response', 'lotterySeal_response']);
    expect(pushed[1]?.payload).toEqual({ success: true, data: seal });
    expect(live.state()).toEqual(pushed);
    live.handle(eventOf(3, firstDraw));
    expect(pushed).toHaveLength(3);
    expect(live.state()).toEqual([pushed[2]]);
    live.stop();
  });

  it('is read from the database where an event shows that another was missed', async () => {
    const { live, pushed, answerWith } = setUp();
    answerWith(firstRows);
    await live.refresh();
    answerWith(drawnRows);
    live.handle(eventOf(3, firstDraw));
    await live.refresh();
    expect(pushed[1]?.payload).toEqual({ success: true, data: firstDraw });
    // The seal of the draw before arrives late.
    live.handle(eventOf(2, beforeAny, seal));
    await live.refresh();
    expect(pushed).toHaveLength(2);
    live.stop();
  });

  it('is the row of a database that went back', async () => {
    const { live, pushed, answerWith } = setUp();
    answerWith(drawnRows);
    await live.refresh();
    answerWith(sealedRows);
    await live.refresh();
    expect(live.state()).toEqual(pushed.slice(1));
    expect(pushed.slice(1).map(({ payload }) => payload)).toEqual([
      { success: true, data: beforeAny },
      { success: true, data: seal },
    ]);
    live.stop();
  });

  it('is read from the database when the bus is silent', async () => {
    const { live, pushed, answerWith, passTo } = setUp();
    answerWith(firstRows);
    await live.refresh();
    answerWith(sealedRows);
    await passTo('2026-11-21T19:59:00.700Z');
    expect(pushed).toHaveLength(1);
    await passTo('2026-11-21T19:59:00.800Z');
    expect(pushed[1]?.payload).toEqual({ success: true, data: seal });
    answerWith(drawnRows);
    await passTo('2026-11-21T20:00:00.700Z');
    expect(pushed).toHaveLength(2);
    await passTo('2026-11-21T20:00:00.800Z');
    expect(pushed[2]?.payload).toEqual({ success: true, data: firstDraw });
    live.stop();
  });

  it('is a failure while the database is unavailable, and the draw afterwards', async () => {
    const { live, pushed, answerWith, passTo } = setUp();
    answerWith(firstRows);
    await live.refresh();
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
