/** When spectators without a bet receive the live table, on a clock of the test. */
import { describe, expect, it } from 'vitest';
import { createSparseTable } from '../server/sparse-table.ts';
import type { TableSign } from '../table-contract.ts';

const createWorld = (watchers: number) => {
  const world = { watchers, isInFlight: false, news: 0 };
  const sent: { atMs: number; news: number; everyMs: number; signs: object }[] = [];
  let nowMs = 0;
  const table = createSparseTable({
    watchers: () => world.watchers,
    content: () => ({ isInFlight: world.isInFlight, news: String(world.news) }),
    send: (signs) => sent.push({ atMs: nowMs, news: world.news, everyMs: table.everyMs(), signs }),
  });
  /** A flight of this many ticks, with a cash-out in every second. */
  const fly = (ticks: number, roundId = '1'): number[] => {
    world.isInFlight = true;
    const before = sent.length;
    for (let count = 0; count <= ticks; count += 1) {
      nowMs = count * 250;
      if (count % 4 === 3) {
        world.news += 1;
        table.read({ signs: [], isResult: false });
      }
      if (count % 20 === 0) table.accompany();
      table.ticked(roundId, count);
    }
    return sent.slice(before).map(({ atMs }) => atMs);
  };
  /** What is read in one more second, in which something may have happened. */
  const read = ({
    isNews = true,
    isResult = false,
    signs = [] as { sign: TableSign; count: number }[],
  } = {}) => {
    if (isNews) world.news += 1;
    table.read({ signs, isResult });
  };
  return { world, table, sent, fly, read };
};

describe('in flight', () => {
  it.each([
    [1, [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000]],
    [500, [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000]],
    [501, [0, 2_500, 5_000]],
  ])('is sent to %i watchers at %j ms', (watchers, times) => {
    const { fly, sent } = createWorld(watchers);
    expect(fly(26)).toEqual(times);
    const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBe(sent[0]?.everyMs);
  });

  it('takes its pace from the audience at the start of a flight, and a new one for the next flight', () => {
    const { world, fly, table } = createWorld(1);
    fly(8);
    world.watchers = 5_000;
    for (let count = 9; count <= 19; count += 1) table.ticked('1', count);
    expect(table.everyMs()).toBe(1_000);
    expect(fly(26, '2')).toEqual([0, 2_500, 5_000]);
    world.watchers = 1;
    expect(fly(4, '3')).toEqual([0, 1_000]);
  });

  it('is sent for a tick that came late, once', () => {
    const { world, table, sent } = createWorld(5_000);
    world.isInFlight = true;
    table.ticked('1', 0);
    table.ticked('1', 13);
    table.ticked('1', 14);
    expect(sent).toHaveLength(2);
  });

  it('is sent from the middle of a flight that was met there', () => {
    const { world, table, sent } = createWorld(5_000);
    world.isInFlight = true;
    table.ticked('1', 47);
    table.ticked('1', 48);
    expect(sent).toHaveLength(1);
  });
});

describe('between flights', () => {
  it('follows each change within a second while few watch, and the messages of the round while many do', () => {
    const few = createWorld(500);
    few.read();
    few.read({ isNews: false });
    few.read();
    expect(few.sent).toHaveLength(2);
    const many = createWorld(501);
    many.read();
    many.read();
    expect(many.sent).toEqual([]);
    many.table.accompany();
    many.table.accompany();
    expect(many.sent.map(({ news }) => news)).toEqual([2]);
  });

  it('comes with the crash as it is then, and with each change of the result', () => {
    const { world, fly, read, table, sent } = createWorld(5_000);
    fly(9);
    world.isInFlight = false;
    world.news += 1;
    table.accompany();
    const atCrash = world.news;
    read({ isResult: true });
    read({ isNews: false, isResult: true });
    read();
    expect(sent.map(({ news }) => news)).toEqual([0, atCrash, atCrash + 1]);
  });

  it('collects the signs of all seconds since the message before', () => {
    const { read, table, sent } = createWorld(5_000);
    read({ signs: [{ sign: 'star', count: 2 }] });
    read({
      isNews: false,
      signs: [
        { sign: 'star', count: 1 },
        { sign: 'bell', count: 4 },
      ],
    });
    table.accompany();
    read({ isNews: false, isResult: true });
    expect(sent.map(({ signs }) => signs)).toEqual([
      [
        { sign: 'star', count: 3 },
        { sign: 'bell', count: 4 },
      ],
    ]);
  });
});
