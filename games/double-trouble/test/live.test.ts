/** What sockets receive of the draws. */
import { systemClock, type Clock } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import { beforeEach, expect, it } from 'vitest';
import type { DoubleTroubleEvent } from '../server/bus-events.ts';
import { createDoubleTroubleLive, type DoubleTroublePush } from '../server/live.ts';

const clock: Clock = { ...systemClock, setTimeout: () => ({ cancel: () => undefined }) };

let pushed: DoubleTroublePush[];
/** Rows of the open draw and the newest drawn ones. */
let rows: object[];
let live: ReturnType<typeof createDoubleTroubleLive>;

const openRow = (step: number, drawId: number) => ({
  id: BigInt(drawId),
  step: BigInt(step),
  draws_at: new Date(drawId),
  closes_at: new Date(drawId - 1_000),
  commitment: Buffer.from('c'),
  bets_root: null,
  bet_count: null,
  beacon_round: null,
  winning_number: null,
  drawn_at: null,
});
const drawnRow = (step: number, drawId: number, winningNumber: number) => ({
  ...openRow(step, drawId),
  winning_number: winningNumber,
  drawn_at: new Date(drawId),
});

const seal = { betsRoot: 'cd'.repeat(32), betCount: 3 };

const eventOf = (
  step: number,
  drawId: number,
  { drawn = null, seal: sealOf = null }: { drawn?: [number, number] | null; seal?: typeof seal | null } = {},
): DoubleTroubleEvent => ({
  step,
  next: {
    drawId: String(drawId),
    drawsAtMs: drawId,
    closesAtMs: drawId - 1_000,
    commitment: Buffer.from('c').toString('hex'),
    beaconRound: null,
    seal: sealOf,
  },
  drawn: drawn && { drawId: String(drawn[0]), winningNumber: drawn[1], drawnAtMs: drawn[0] },
});

/** What each message shows: the draw that is next with the numbers that were drawn, or the draw that is sealed. */
const shown = () =>
  pushed.map(({ payload }) => {
    if (!payload.success) return 'failure';
    const { data } = payload;
    if (!('history' in data)) return `${data.drawId} is sealed`;
    return [data.next.drawId, ...data.history.map(({ winningNumbers }) => winningNumbers[0])];
  });

beforeEach(async () => {
  pushed = [];
  rows = [openRow(1, 30_000)];
  live = createDoubleTroubleLive({
    clock,
    database: { query: async () => rows } as unknown as Database,
    databaseNowMs: () => 0,
    publish: (push) => pushed.push(push),
  });
  await live.refresh();
  pushed = [];
});

it('is the seal alone when betting closes, and then the number with the draw that follows', () => {
  live.handle(eventOf(2, 30_000, { seal }));
  live.handle(eventOf(2, 30_000, { seal }));
  live.handle(eventOf(3, 60_000, { drawn: [30_000, 7] }));
  live.handle(eventOf(4, 60_000, { drawn: [30_000, 7], seal }));
  expect(shown()).toEqual(['30000 is sealed', ['60000', 7], '60000 is sealed']);
  expect(live.state()).toHaveLength(2);
});

it('is every number that was drawn, also where the event of one was missed', async () => {
  live.handle(eventOf(2, 30_000, { seal }));
  pushed = [];
  rows = [openRow(5, 90_000), drawnRow(4, 60_000, 8), drawnRow(2, 30_000, 7)];
  live.handle(eventOf(5, 90_000, { drawn: [60_000, 8] }));
  await live.refresh();
  expect(shown()).toEqual([['90000', 8, 7]]);
  // The event that was missed arrives late.
  live.handle(eventOf(3, 60_000, { drawn: [30_000, 7] }));
  await live.refresh();
  expect(pushed).toHaveLength(1);
});

it('is the row of a database that went back', async () => {
  rows = [openRow(9, 120_000), drawnRow(8, 90_000, 9)];
  await live.refresh();
  rows = [openRow(3, 60_000), drawnRow(2, 30_000, 7)];
  await live.refresh();
  expect(shown()).toEqual([
    ['120000', 9],
    ['60000', 7],
  ]);
});

it('stays what it was between a void draw and the one that follows', async () => {
  rows = [];
  await live.refresh();
  expect(pushed).toEqual([]);
  live.handle(eventOf(2, 60_000));
  expect(shown()).toEqual([['60000']]);
});
