/** The live table of one process and of several, on a test clock. */
import { createTestTallies } from '@fairground/server/test/test-tally';
import { describe, expect, it } from 'vitest';
import { createLiveTable, type AviatorTablePush, type ShownRound } from '../server/live-table.ts';
import { condense, createRoundTable } from '../server/round-table.ts';
import { aviatorTableData, maxTableBytes, tableSigns, type AviatorTable } from '../table-contract.ts';

const createCluster = () => {
  const { clock, busMessages, createProcess } = createTestTallies();
  const hidden = new Set<string>();
  const bots = new Set<string>();
  let shown: ShownRound | undefined;
  let watching = 0;
  const join = (process: string) => {
    const tally = createProcess(process);
    const rounds = createRoundTable();
    const pushes: AviatorTablePush[] = [];
    const table = createLiveTable({
      tally,
      rounds,
      shownRound: () => shown,
      hidesName: (playerId) => hidden.has(playerId),
      isBot: (playerId) => bots.has(playerId),
      publish: (push) => pushes.push(push),
      watchers: () => watching,
      countdownMs: 10_000,
    });
    tally.start();
    const take = (ticks: 'all' | 'sparse') => (): AviatorTable[] => {
      const taken = pushes.filter((push) => push.ticks === ticks).map(dataOf);
      pushes.splice(0, pushes.length, ...pushes.filter((push) => push.ticks !== ticks));
      return taken;
    };
    return {
      rounds,
      pushes,
      table,
      published: take('all'),
      publishedSparsely: take('sparse'),
      state: () => table.state().map(dataOf),
      stop: tally.stop,
    };
  };
  return {
    clock,
    busMessages,
    hidden,
    bots,
    join,
    show: (round: ShownRound | undefined) => {
      shown = round;
    },
    watch: (connections: number) => {
      watching = connections;
    },
  };
};

const dataOf = ({ payload }: AviatorTablePush): AviatorTable => {
  if (!payload.success) throw new Error('no data was published');
  return aviatorTableData.parse(payload.data);
};

const bet = (betId: number, stakeCoins = 100, username = `player_${betId}`) => ({
  betId: BigInt(betId),
  playerId: BigInt(betId),
  username,
  stakeCoins,
});

const betting = (roundId: string, lastCrashId?: string): ShownRound => ({ roundId, lastCrashId });
const flying = (roundId: string, hundredths: number): ShownRound => ({
  roundId,
  hundredths,
  lastCrashId: undefined,
});

describe('while bets are placed', () => {
  it('lists the 20 largest, and counts all players and stakes', () => {
    const { clock, join, show } = createCluster();
    const { rounds, published } = join('one');
    show(betting('7'));
    for (let id = 1; id <= 30; id += 1) rounds.placed(7n, bet(id, id * 10));
    clock.advance(1_500);
    const [table] = published();
    expect(table).toMatchObject({ roundId: '7', players: 30, staked: 4_650, cashedOut: 0 });
    expect(table?.bets?.map(({ amount }) => amount)).toEqual(
      Array.from({ length: 20 }, (_, index) => 300 - index * 10),
    );
  });

  it('sends nothing further while nothing changes', () => {
    const { clock, join, show } = createCluster();
    const { rounds, published } = join('one');
    show(betting('7'));
    rounds.placed(7n, bet(1));
    clock.advance(1_500);
    expect(published()).toHaveLength(1);
    clock.advance(5_000);
    expect(published()).toEqual([]);
  });

  it('lists two bets of one player as two rows and counts one player', () => {
    const { clock, join, show } = createCluster();
    const { rounds, published } = join('one');
    show(betting('7'));
    rounds.placed(7n, bet(1));
    rounds.placed(7n, { ...bet(2), playerId: 1n });
    clock.advance(1_500);
    const [table] = published();
    expect(table?.players).toBe(1);
    expect(table?.bets?.map(({ name }) => name)).toEqual(['player_1', 'player_2']);
  });

  it('A52: counts the bets of a player who hides the name, and lists none, also when that changes', () => {
    const { clock, join, show, hidden } = createCluster();
    const { rounds, published } = join('one');
    show(betting('7'));
    rounds.placed(7n, bet(1));
    rounds.placed(7n, bet(2));
    clock.advance(1_500);
    expect(published()[0]?.bets?.map(({ name }) => name)).toEqual(['player_1', 'player_2']);
    hidden.add('1');
    clock.advance(1_000);
    const [table] = published();
    expect(table?.bets?.map(({ name }) => name)).toEqual(['player_2']);
    expect(table).toMatchObject({ players: 2, staked: 200 });
  });
});

describe('in flight', () => {
  it('sends one message a second however many cash out, and one bus message per process and second', () => {
    const { clock, join, show, busMessages } = createCluster();
    const members = [join('one'), join('two')];
    show(betting('7'));
    members.forEach(({ rounds }, at) => {
      for (let id = 1; id <= 5_000; id += 1) rounds.placed(7n, bet(at * 5_000 + id));
    });
    clock.advance(1_500);
    for (const { published } of members) published();
    busMessages.length = 0;
    for (let second = 0; second < 10; second += 1) {
      show(flying('7', 110 + second * 10));
      members.forEach(({ rounds }, at) => {
        for (let id = 1; id <= 500; id += 1) {
          const betId = BigInt(at * 5_000 + second * 500 + id);
          rounds.cashedOut(7n, [{ betId, hundredths: 101 + second * 10 + (id % 10) }]);
        }
      });
      clock.advance(1_000);
    }
    expect(busMessages).toHaveLength(20);
    for (const { published } of members) {
      const messages = published();
      expect(messages).toHaveLength(10);
      expect(messages.at(-1)?.cashedOut).toBe(10_000);
      const counted = messages.flatMap(({ marks }) => marks ?? []).reduce((sum, { count }) => sum + count, 0);
      expect(counted).toBe(10_000);
      expect(messages.map(({ multiplier }) => multiplier)).toEqual(
        Array.from({ length: 10 }, (_, second) => (110 + second * 10) / 100),
      );
    }
  });

  it('sends the cash-outs of listed bets, whichever process they went through', () => {
    const { clock, join, show } = createCluster();
    const [one, two] = [join('one'), join('two')];
    show(betting('7'));
    one.rounds.placed(7n, bet(1, 500));
    clock.advance(1_500);
    show(flying('7', 150));
    two.rounds.cashedOut(7n, [{ betId: 1n, hundredths: 143 }]);
    clock.advance(1_000);
    for (const { published, state } of [one, two]) {
      const last = published().at(-1);
      expect(last?.bets).toBeUndefined();
      expect(last?.outs).toEqual([{ id: '0', at: 1.43 }]);
      expect(last?.marks).toEqual([{ at: 1.43, count: 1 }]);
      expect(state()[0]?.bets).toEqual([{ id: '0', name: 'player_1', amount: 500, at: 1.43 }]);
    }
  });

  it('never sends the target of an automatic cash-out or a crash point', () => {
    const { clock, join, show, busMessages } = createCluster();
    const { rounds, pushes } = join('one');
    show(betting('7'));
    rounds.placed(7n, bet(1));
    clock.advance(1_500);
    show(flying('7', 120));
    clock.advance(3_000);
    const known = new Set(['1.2', '120', '100', '7', '1']);
    const text = [...pushes.map(({ payload }) => JSON.stringify(payload)), ...busMessages].join();
    expect(text).not.toMatch(/auto|crash|seed/i);
    expect(
      new Set(pushes.map((push) => dataOf(push).multiplier).filter((value) => value !== undefined)),
    ).toEqual(new Set([1.2]));
    expect(known.size).toBe(5);
  });
});

describe('between rounds', () => {
  it('leaves the result on the table for three seconds, with the cash-outs that are settled then', () => {
    const { clock, join, show } = createCluster();
    const { rounds, published } = join('one');
    show(betting('7'));
    rounds.placed(7n, bet(1));
    rounds.placed(7n, bet(2));
    clock.advance(1_500);
    show(flying('7', 130));
    clock.advance(1_000);
    published();
    show(betting('8', '7'));
    rounds.placed(8n, bet(3));
    rounds.cashedOut(7n, [{ betId: 2n, hundredths: 131 }]);
    clock.advance(3_000);
    const results = published();
    expect(results.map(({ roundId }) => roundId)).toEqual(['7']);
    expect(results[0]?.outs).toEqual([{ id: '1', at: 1.31 }]);
    clock.advance(1_000);
    expect(published()).toMatchObject([{ roundId: '8', players: 1, bets: [{ name: 'player_3' }] }]);
  });

  it('turns to a round that takes off while the result is still shown', () => {
    const { clock, join, show } = createCluster();
    const { rounds, published } = join('one');
    show(flying('7', 130));
    rounds.placed(7n, bet(1));
    clock.advance(1_500);
    rounds.placed(8n, bet(2));
    show({ roundId: '8', hundredths: 100, lastCrashId: '7' });
    clock.advance(1_000);
    expect(published().at(-1)).toMatchObject({ roundId: '8', bets: [{ name: 'player_2' }] });
  });
});

it('keeps the bets of a process that disappears until the next round is shown', () => {
  const { clock, join, show } = createCluster();
  const [one, two] = [join('one'), join('two')];
  show(betting('7'));
  one.rounds.placed(7n, bet(1));
  two.rounds.placed(7n, bet(2));
  clock.advance(1_500);
  expect(one.published().at(-1)?.players).toBe(2);
  two.stop();
  clock.advance(5_000);
  expect(one.published()).toEqual([]);
  expect(one.state()).toMatchObject([
    { players: 2, staked: 200, bets: [{ name: 'player_1' }, { name: 'player_2' }] },
  ]);
  show(betting('8'));
  one.rounds.placed(8n, bet(3));
  clock.advance(1_000);
  expect(one.published().at(-1)).toMatchObject({ roundId: '8', players: 1, staked: 100 });
});

it('marks bots, one that became one while its bet is on the table too', () => {
  const { clock, bots, join, show } = createCluster();
  const { rounds, published, state } = join('one');
  show(betting('7'));
  bots.add('1');
  rounds.placed(7n, bet(1));
  rounds.placed(7n, bet(2));
  const marks = (table: AviatorTable | undefined) =>
    table?.bets?.map(({ id }, place) => [id, table.bots?.includes(place) === true]).sort();
  clock.advance(1_500);
  expect(marks(published()[0])).toEqual([
    ['0', true],
    ['1', false],
  ]);
  bots.add('2');
  clock.advance(1_000);
  const after = [
    ['0', true],
    ['1', true],
  ];
  expect(marks(published()[0])).toEqual(after);
  expect(marks(state()[0])).toEqual(after);
});

it('sends signs once, with how many of each, from all processes', () => {
  const { clock, join, show } = createCluster();
  const [one, two] = [join('one'), join('two')];
  show(betting('7'));
  clock.advance(1_500);
  one.published();
  one.rounds.sent('star');
  one.rounds.sent('star');
  two.rounds.sent('bell');
  clock.advance(1_000);
  expect(one.published()[0]?.signs).toEqual([
    { sign: 'star', count: 2 },
    { sign: 'bell', count: 1 },
  ]);
  clock.advance(3_000);
  expect(one.published()).toEqual([]);
});

it('is never larger than 2 KB, with the longest names, the largest stakes and a cash-out at every height', () => {
  const { clock, bots, join, show } = createCluster();
  const { rounds, pushes, state } = join('one');
  const roundId = 999_999_999_999n;
  const firstId = 999_999_000_000;
  show(betting(String(roundId)));
  const largest = { stakeCoins: 1_000_000_000, username: 'W'.repeat(20) };
  for (let id = 1; id <= 20; id += 1) {
    const placed = { ...bet(firstId + id), ...largest };
    bots.add(String(placed.playerId));
    rounds.placed(roundId, placed);
  }
  clock.advance(1_500);
  for (let second = 0; second < 10; second += 1) {
    show(flying(String(roundId), 999_999));
    for (let id = 0; id < 400; id += 1) {
      const at = second * 400 + id;
      rounds.cashedOut(roundId, [
        { betId: BigInt(firstId + 1 + at), hundredths: Math.min(999_999, 101 + at * 271) },
      ]);
    }
    for (const sign of tableSigns) for (let count = 0; count < 1_000; count += 1) rounds.sent(sign);
    clock.advance(1_000);
  }
  const frames = [
    ...pushes.map(({ type, payload }) => ({ type, payload })),
    ...state().map((data) => ({ type: 'aviatorTable_response', payload: { success: true, data } })),
  ].map((push) => Buffer.byteLength(JSON.stringify({ ...push, timestamp: new Date(0).toISOString() })));
  expect(frames.length).toBeGreaterThan(10);
  expect(Math.max(...frames)).toBeLessThanOrEqual(maxTableBytes);
  // The bound was near: the test would notice rows or names that grow.
  expect(Math.max(...frames)).toBeGreaterThan(1_500);
  const [complete] = state();
  expect(complete?.bets).toHaveLength(20);
  expect(complete?.marks?.reduce((sum, { count }) => sum + count, 0)).toBe(4_000);
});

it('sends a complete table to connections without ticks, with the curve of that moment and how often it comes', () => {
  const { clock, join, show, watch } = createCluster();
  const { rounds, table, published, publishedSparsely, state } = join('one');
  watch(5_000);
  show(betting('7'));
  rounds.placed(7n, bet(1));
  clock.advance(1_500);
  table.accompany();
  expect(publishedSparsely()).toEqual(state());
  show(flying('7', 100));
  table.ticked('7', 0);
  rounds.cashedOut(7n, [{ betId: 1n, hundredths: 104 }]);
  clock.advance(1_000);
  show(flying('7', 112));
  // Who has every tick knows since the last second.
  expect(published().at(-1)).toMatchObject({ cashedOut: 1, outs: [{ id: '0', at: 1.04 }], multiplier: 1 });
  table.ticked('7', 10);
  const marks = [{ at: 1.04, count: 1 }];
  const bets = [{ id: '0', name: 'player_1', amount: 100, at: 1.04 }];
  expect(publishedSparsely()).toMatchObject([
    { multiplier: 1, everyMs: 2_500 },
    { multiplier: 1.12, everyMs: 2_500, cashedOut: 1, bets, marks },
  ]);
  show(undefined);
  table.accompany();
  // Everything was sent already.
  expect(publishedSparsely()).toEqual([]);
});

it('condenses marks without losing a cash-out', () => {
  const marks = Array.from({ length: 500 }, (_, index): [number, number] => [
    101 + index * 7,
    1 + (index % 3),
  ]);
  const condensed = condense(marks, 24);
  expect(condensed.length).toBeLessThanOrEqual(24);
  expect(condensed.reduce((sum, [, count]) => sum + count, 0)).toBe(
    marks.reduce((sum, [, count]) => sum + count, 0),
  );
  expect(condensed.map(([at]) => at)).toEqual(
    condensed.map(([at]) => at).toSorted((one, other) => one - other),
  );
});
