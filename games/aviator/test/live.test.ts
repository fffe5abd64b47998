/** What sockets receive of a round, on a test clock whose timers fire slightly early, as those of Node may. */
import { beforeEach, expect, it } from 'vitest';
import type { Clock } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import type { AviatorEvent } from '../server/bus-events.ts';
import { createAviatorLive, type AviatorLive, type AviatorPush } from '../server/live.ts';

const earlyMs = 0.7;

let nowMs: number;
let due: { atMs: number; run: () => void } | undefined;
let published: Record<string, unknown>[];
/** After how many messages others were asked to share the write. */
let accompanied: number[];
let ticks: string[];
let entered: (string | undefined)[];
let live: AviatorLive;
/** The answer of the database about the flight. */
let flownMs: number | undefined | 'away';

/** The step of the newest event that was made here. */
let newestStep: number;
const nextStep = (): number => (newestStep += 1);

const opening = (
  roundId: string,
  startsAtMs: number,
  changes: Partial<Extract<AviatorEvent, { kind: 'open' }>> = {},
): AviatorEvent => ({
  kind: 'open',
  step: changes.step ?? nextStep(),
  roundId,
  startsAtMs,
  closesAtMs: startsAtMs,
  commitment: 'c',
  beaconRound: null,
  seal: null,
  ...changes,
});

const start = (roundId: string, startedAtMs: number): AviatorEvent => ({
  kind: 'start',
  step: nextStep(),
  roundId,
  startedAtMs,
  beaconRound: null,
  seal: null,
});

const crash = (roundId: string, startedAtMs: number, crashHundredths: number): AviatorEvent => ({
  kind: 'crash',
  step: nextStep(),
  roundId,
  startedAtMs,
  crashHundredths,
  seed: 's',
});

/** When the flight crashes. */
const flightMs = 600;

/** The newest round that has crashed, and the newest of all. */
let crashed: object | undefined;
let newest: object | undefined;

/** A round that opened without an event. */
const openRow = {
  id: 3n,
  step: 4n,
  state: 'betting',
  closes_at: new Date(9_000),
  starts_at: new Date(9_000),
  commitment: Buffer.from('d'),
  bets_root: null,
  bet_count: null,
  beacon_round: null,
  crash_hundredths: null,
  seed: null,
};
/** The round before it, whose end had no event. */
const crashedRow = {
  ...openRow,
  id: 2n,
  step: 3n,
  state: 'settling',
  starts_at: new Date(0),
  crash_hundredths: 102,
  seed: Buffer.from('s'),
};

const answer = async ({ name }: { name: string }): Promise<object[]> => {
  if (flownMs === 'away') throw new Error('the database is unavailable');
  if (name === 'aviator-read-public-state') return [newest, crashed].filter((row) => row !== undefined);
  return flownMs === undefined ? [] : [{ flown_ms: flownMs }];
};
const answered = () => new Promise((resolve) => setImmediate(resolve));

const clock: Clock = {
  now: () => nowMs,
  monotonic: () => nowMs,
  setTimeout(run, delayMs) {
    const planned = { atMs: nowMs + Math.max(1, delayMs - earlyMs), run };
    due = planned;
    return { cancel: () => (due = due === planned ? undefined : due) };
  },
  setInterval: () => ({ cancel: () => undefined }),
};

const advance = (ms: number): void => {
  const untilMs = nowMs + ms;
  for (let next = due; next !== undefined && next.atMs <= untilMs; next = due) {
    nowMs = next.atMs;
    due = undefined;
    next.run();
  }
  nowMs = untilMs;
};

const dataOf = ({ payload }: AviatorPush): Record<string, unknown> => {
  if (!payload.success) throw new Error('no data was published');
  return payload.data;
};

beforeEach(async () => {
  nowMs = 0;
  flownMs = undefined;
  newestStep = 0;
  due = undefined;
  crashed = undefined;
  newest = undefined;
  published = [];
  accompanied = [];
  ticks = [];
  entered = [];
  live = createAviatorLive({
    clock,
    database: { query: answer } as unknown as Database,
    flights: { find: async () => ({ crashHundredths: 106, flightMs }), noteFlown: () => 0 },
    databaseNowMs: () => nowMs,
    publish: (event) => published.push(dataOf(event)),
    published: () => accompanied.push(published.length),
    ticked: (roundId, count) => ticks.push(`${roundId}: ${count}`),
    entered: (roundId) => entered.push(roundId),
  });
  await live.refresh();
  entered = [];
});

it('publishes each second of a countdown once', () => {
  live.handle(opening('1', 5_000));
  advance(5_000);
  expect(published.map((data) => data.countdown)).toEqual([5, 4, 3, 2, 1, 0]);
});

it('never shows a multiplier above the crash of a flight that this process leads while the crash is written', () => {
  live.handle(start('1', 0));
  live.lead({ roundId: '1', crashHundredths: 101 });
  advance(600);
  expect(published.map((data) => data.crashMultiplier)).toEqual([1, 1.01, 1.01]);
  expect(live.state().map((event) => dataOf(event).crashMultiplier)).toEqual([1.01]);
});

it('lets the table share the write of each message that is no tick, and reports the ticks of a flight to it', () => {
  live.handle(opening('1', 10_000));
  advance(9_999);
  // Out of eleven seconds, the table shares the writes of the first, of 5 and of 3.
  expect(accompanied).toEqual([1, 6, 8]);
  accompanied = [];
  published = [];
  live.handle(start('1', 10_000));
  live.lead({ roundId: '1', crashHundredths: 500 });
  advance(5_100);
  live.handle(crash('1', 10_000, 166));
  expect(published).toHaveLength(22);
  expect(accompanied).toEqual([1, 21, 22]);
  expect(ticks).toEqual(Array.from({ length: 21 }, (_, count) => `1: ${count}`));
});

it('shows the current multiplier of a flight that this process leads', () => {
  live.handle(start('2', 0));
  live.lead({ roundId: '2', crashHundredths: 500 });
  advance(850);
  expect(published.map((data) => data.crashMultiplier)).toEqual([1, 1.02, 1.05, 1.07]);
});

it('shows only what the database confirms of a flight led by another process, to its last millisecond', async () => {
  live.lead({ roundId: '1', crashHundredths: 101 });
  live.handle(start('2', 0));
  for (const ms of [250, 250, 250, 250]) {
    flownMs = nowMs + ms;
    advance(ms);
    expect(live.state().map((event) => dataOf(event).crashMultiplier)).toEqual([
      published.at(-1)?.['crashMultiplier'],
    ]);
    await answered();
  }
  expect(published.map((data) => data.crashMultiplier)).toEqual([1, 1.02, 1.05, 1.06, 1.06]);
});

it('shows the same at its stall, with the last crash', () => {
  live.handle(start('2', 0));
  live.lead({ roundId: '2', crashHundredths: 106 });
  advance(500);
  const flight = { roundId: '2', growthPerMs: 0.0001 };
  expect(live.stall()).toEqual({ flight: { ...flight, multiplier: 1.05, isOver: false } });
  // While the crash is written, never above it.
  advance(1_000);
  expect(live.stall().flight).toMatchObject({ multiplier: 1.06, isOver: false });
  live.handle(crash('2', 0, 106));
  const over = { last: 1.06, flight: { ...flight, multiplier: 1.06, isOver: true } };
  expect(live.stall()).toEqual(over);
  live.handle(opening('3', 9_000));
  expect(live.stall()).toEqual({ ...over, countdown: 8 });
  live.handle(start('3', 9_000));
  expect(live.stall()).toMatchObject({ last: 1.06, flight: { roundId: '3', isOver: false } });
});

it('publishes no tick while the database does not answer', async () => {
  live.handle(start('2', 0));
  for (const flown of ['away', 'away', 590] as const) {
    flownMs = flown;
    advance(250);
    await answered();
  }
  expect(published.map((data) => data.crashMultiplier)).toEqual([1, 1.06]);
});

it('shows the crash, and the next round, that the database has and no event announced', async () => {
  live.handle(opening('2', 0));
  live.handle(start('2', 0));
  flownMs = undefined;
  crashed = crashedRow;
  newest = openRow;
  advance(250);
  await answered();
  expect(published.slice(-2)).toMatchObject([
    { roundId: '2', status: 'finished', crashMultiplier: 1.02 },
    { roundId: '3', countdown: 9 },
  ]);
  expect(entered).toEqual(['2', '2', undefined, '3']);
});

it.each([null, 7])(
  'stops showing a void round that no event announced, with beacon round %s',
  async (beaconRound) => {
    live.handle(opening('1', 5_000, { beaconRound }));
    newest = { ...openRow, id: 1n, step: 2n, state: 'void' };
    advance(6_000);
    await answered();
    expect(entered).toEqual(['1', undefined]);
    expect(live.state()).toEqual([]);
  },
);

it('shows the end of a round before the next one where only the event of the next one arrived', async () => {
  live.handle(opening('2', 0));
  live.handle(start('2', 0));
  crashed = crashedRow;
  newest = openRow;
  live.handle(opening('3', 9_000, { commitment: 'd', step: 4 }));
  await answered();
  expect(published.slice(-2)).toMatchObject([{ roundId: '2', status: 'finished' }, { roundId: '3' }]);
});

it('shows the round before it where the database went back to it, and nothing that has crashed since', async () => {
  live.handle(opening('3', 0, { step: 1 }));
  live.handle(start('3', 0));
  live.handle(crash('3', 0, 100));
  live.handle(opening('4', 9_000));
  expect(live.state()).toHaveLength(2);
  newest = { ...openRow, step: 2n };
  advance(9_700);
  await answered();
  expect(live.state().map(dataOf)).toMatchObject([{ roundId: '3', countdown: 0 }]);
  expect(entered.slice(-2)).toEqual([undefined, '3']);
});

it('shows the next round where it missed the end of the one before and the database does not answer', async () => {
  live.handle(opening('2', 0));
  flownMs = 'away';
  live.handle(opening('3', 9_000, { commitment: 'd', step: 4 }));
  await answered();
  expect(published.at(-1)).toMatchObject({ roundId: '3', countdown: 9 });
});

it('shows nothing again that is repeated, or that comes after what it announces was read', async () => {
  const events: AviatorEvent[] = [
    opening('1', 1_000),
    start('1', 1_000),
    crash('1', 1_000, 100),
    opening('3', 9_000, { commitment: 'd' }),
  ];
  for (const event of events) live.handle(event);
  const shown = published.length;
  crashed = { ...crashedRow, id: 1n };
  newest = openRow;
  for (const event of events) live.handle(event);
  await answered();
  expect(published).toHaveLength(shown);
});
