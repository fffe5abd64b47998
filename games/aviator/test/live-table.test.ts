/** The live table of one process and of several, which one of them reads for all. */
import { createTestBuses } from '@fairground/server/test/test-buses';
import { describe, expect, it } from 'vitest';
import { createLiveTable, type AviatorTablePush, type ShownRound } from '../server/live-table.ts';
import { createSigns } from '../server/sign-handler.ts';
import { condense, tableEvent } from '../server/table-event.ts';
import { createTableReader } from '../server/table-reader.ts';
import { aviatorTableData, maxTableBytes, tableSigns, type AviatorTable } from '../table-contract.ts';

interface StoredBet {
  id: number;
  playerId: number;
  name: string;
  amount: number;
  hundredths?: number;
}

/** What the statement returns of these bets (see table-reader.db.test.ts). */
const rowOf = (bets: readonly StoredBet[], maxBets: number) => {
  const marks = new Map<number, number>();
  for (const { hundredths } of bets) {
    if (hundredths !== undefined) marks.set(hundredths, (marks.get(hundredths) ?? 0) + 1);
  }
  return {
    players: new Set(bets.map(({ playerId }) => playerId)).size,
    staked: BigInt(bets.reduce((sum, { amount }) => sum + amount, 0)),
    bets: bets
      .toSorted((one, other) => other.amount - one.amount || one.id - other.id)
      .slice(0, maxBets)
      .map((bet) => ({ ...bet, id: String(bet.id), playerId: String(bet.playerId) })),
    marks: [...marks],
  };
};

const createCluster = () => {
  const { messages: busMessages, createBus } = createTestBuses();
  const rounds = new Map<string, StoredBet[]>();
  const hidden = new Set<string>();
  const bots = new Set<string>();
  const members: { process: { shown: ShownRound | undefined }; lead: () => Promise<void> }[] = [];
  let watching = 0;
  const betsOf = (roundId: string): StoredBet[] => {
    const bets = rounds.get(roundId) ?? [];
    rounds.set(roundId, bets);
    return bets;
  };
  const join = () => {
    const bus = createBus();
    const signs = createSigns(bus);
    const pushes: AviatorTablePush[] = [];
    const process = { shown: members[0]?.process.shown };
    const shownRound = () => process.shown;
    const table = createLiveTable({
      shownRound,
      hidesName: (playerId) => hidden.has(playerId),
      isBot: (playerId) => bots.has(playerId),
      takeSigns: signs.take,
      publish: (push) => pushes.push(push),
      watchers: () => watching,
    });
    bus.subscribe(tableEvent, table.show);
    const read = createTableReader({
      readBets: async ({ roundId, maxBets }) => rowOf(betsOf(String(roundId)), maxBets),
      shownRound,
      countdownMs: 10_000,
    });
    const take = (ticks: 'all' | 'sparse') => (): AviatorTable[] => {
      const taken = pushes.filter((push) => push.ticks === ticks).map(dataOf);
      pushes.splice(0, pushes.length, ...pushes.filter((push) => push.ticks !== ticks));
      return taken;
    };
    const member = {
      process,
      bus,
      pushes,
      table,
      sent: signs.sent,
      published: take('all'),
      publishedSparsely: take('sparse'),
      state: () => table.state().map(dataOf),
      /** As the leader does once a second. */
      async lead() {
        const reading = await read();
        if (reading) bus.publish(tableEvent, reading);
      },
      /** As each process does once a second while it reaches no other. */
      async readForItself() {
        const reading = await read();
        if (reading) table.show(reading);
      },
    };
    members.push(member);
    return member;
  };
  return {
    busMessages,
    hidden,
    bots,
    join,
    /** The first process leads, and every process shows the same round. */
    show(shown: ShownRound | undefined) {
      for (const { process } of members) process.shown = shown;
    },
    place: (roundId: string, placed: StoredBet) => void betsOf(roundId).push(placed),
    cashOut(roundId: string, id: number, hundredths: number) {
      const found = betsOf(roundId).find((one) => one.id === id);
      if (!found) throw new Error(`there is no bet ${id}`);
      found.hundredths = hundredths;
    },
    async second(seconds = 1) {
      for (let second = 0; second < seconds; second += 1) await members[0]?.lead();
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

const bet = (id: number, amount = 100, name = `player_${id}`): StoredBet => ({
  id,
  playerId: id,
  name,
  amount,
});

const betting = (roundId: string, lastCrashId?: string): ShownRound => ({ roundId, lastCrashId });
const flying = (roundId: string, hundredths: number): ShownRound => ({
  roundId,
  hundredths,
  lastCrashId: undefined,
});

describe('while bets are placed', () => {
  it('lists the 20 largest, and counts all players and stakes', async () => {
    const { place, join, show, second } = createCluster();
    const { published } = join();
    show(betting('7'));
    for (let id = 1; id <= 50; id += 1) place('7', bet(id, id * 10));
    await second();
    const [table] = published();
    expect(table).toMatchObject({ roundId: '7', players: 50, staked: 12_750, cashedOut: 0 });
    expect(table?.bets?.map(({ amount }) => amount)).toEqual(
      Array.from({ length: 20 }, (_, index) => 500 - index * 10),
    );
  });

  it('sends nothing further while nothing changes', async () => {
    const { place, join, show, second } = createCluster();
    const { published } = join();
    show(betting('7'));
    place('7', bet(1));
    await second();
    expect(published()).toHaveLength(1);
    await second(5);
    expect(published()).toEqual([]);
  });

  it('lists two bets of one player as two rows and counts one player', async () => {
    const { place, join, show, second } = createCluster();
    const { published } = join();
    show(betting('7'));
    place('7', bet(1));
    place('7', { ...bet(2), playerId: 1 });
    await second();
    const [table] = published();
    expect(table?.players).toBe(1);
    expect(table?.bets?.map(({ name }) => name)).toEqual(['player_1', 'player_2']);
  });

  it('A52: counts the bets of a player who hides the name, and lists none, also when that changes', async () => {
    const { place, join, show, hidden, second } = createCluster();
    const { published } = join();
    show(betting('7'));
    place('7', bet(1));
    place('7', bet(2));
    await second();
    expect(published()[0]?.bets?.map(({ name }) => name)).toEqual(['player_1', 'player_2']);
    hidden.add('1');
    await second();
    const [table] = published();
    expect(table?.bets?.map(({ name }) => name)).toEqual(['player_2']);
    expect(table).toMatchObject({ players: 2, staked: 200 });
  });

  it('lists the next largest in place of players who hide their names', async () => {
    const { place, join, show, hidden, second } = createCluster();
    const { published } = join();
    show(betting('7'));
    for (let id = 1; id <= 40; id += 1) place('7', bet(id, 1_000 - id));
    for (let id = 1; id <= 20; id += 1) hidden.add(String(id));
    await second();
    expect(published()[0]?.bets?.map(({ name }) => name)).toEqual(
      Array.from({ length: 20 }, (_, index) => `player_${21 + index}`),
    );
  });
});

describe('in flight', () => {
  it('sends one message a second however many cash out, and one bus message for all processes', async () => {
    const { place, cashOut, join, show, second, busMessages } = createCluster();
    const members = [join(), join()];
    show(betting('7'));
    for (let id = 0; id < 5_000; id += 1) place('7', bet(id));
    await second();
    for (const { published } of members) published();
    busMessages.length = 0;
    for (let at = 0; at < 10; at += 1) {
      show(flying('7', 110 + at * 10));
      for (let id = 0; id < 500; id += 1) cashOut('7', at * 500 + id, 101 + at * 10 + (id % 10));
      await second();
    }
    expect(busMessages).toHaveLength(10);
    expect(Math.max(...busMessages.map((message) => message.length))).toBeLessThan(5_000);
    for (const { published } of members) {
      const messages = published();
      expect(messages).toHaveLength(10);
      expect(messages.at(-1)?.cashedOut).toBe(5_000);
      expect(messages.filter(({ bets }) => bets !== undefined)).toEqual([]);
      const counted = messages.flatMap(({ marks }) => marks ?? []).reduce((sum, { count }) => sum + count, 0);
      expect(counted).toBe(5_000);
      expect(messages.map(({ multiplier }) => multiplier)).toEqual(
        Array.from({ length: 10 }, (_, at) => (110 + at * 10) / 100),
      );
    }
  });

  it('sends the cash-outs of listed bets to the sockets of every process', async () => {
    const { place, cashOut, join, show, second } = createCluster();
    const [one, two] = [join(), join()];
    show(betting('7'));
    place('7', bet(1, 500));
    await second();
    show(flying('7', 150));
    cashOut('7', 1, 143);
    await second();
    for (const { published, state } of [one, two]) {
      const last = published().at(-1);
      expect(last?.bets).toBeUndefined();
      expect(last?.outs).toEqual([{ id: '0', at: 1.43 }]);
      expect(last?.marks).toEqual([{ at: 1.43, count: 1 }]);
      expect(state()[0]?.bets).toEqual([{ id: '0', name: 'player_1', amount: 500, at: 1.43 }]);
    }
  });

  it('sends a cash-out that was committed after a later one of the same multiplier', async () => {
    const { place, cashOut, join, show, second } = createCluster();
    const { published } = join();
    show(betting('7'));
    for (let id = 1; id <= 3; id += 1) place('7', bet(id));
    await second();
    show(flying('7', 150));
    cashOut('7', 1, 140);
    await second();
    cashOut('7', 2, 120);
    cashOut('7', 3, 140);
    await second();
    expect(published().map(({ marks }) => marks)).toEqual([
      undefined,
      [{ at: 1.4, count: 1 }],
      [
        { at: 1.2, count: 1 },
        { at: 1.4, count: 1 },
      ],
    ]);
  });

  it('never sends the target of an automatic cash-out or a crash point', async () => {
    const { place, join, show, second, busMessages } = createCluster();
    const { pushes } = join();
    show(betting('7'));
    place('7', bet(1));
    await second();
    show(flying('7', 120));
    await second(3);
    const text = [...pushes.map(({ payload }) => JSON.stringify(payload)), ...busMessages].join();
    expect(text).not.toMatch(/auto|crash|seed/i);
    expect(
      new Set(pushes.map((push) => dataOf(push).multiplier).filter((value) => value !== undefined)),
    ).toEqual(new Set([1.2]));
  });
});

describe('between rounds', () => {
  it('leaves the result on the table for three seconds, with the cash-outs that are settled then', async () => {
    const { place, cashOut, join, show, second } = createCluster();
    const { published } = join();
    show(betting('7'));
    place('7', bet(1));
    place('7', bet(2));
    await second();
    show(flying('7', 130));
    await second();
    published();
    show(betting('8', '7'));
    place('8', bet(3));
    cashOut('7', 2, 131);
    await second(3);
    const results = published();
    expect(results.map(({ roundId }) => roundId)).toEqual(['7']);
    expect(results[0]?.outs).toEqual([{ id: '1', at: 1.31 }]);
    await second();
    expect(published()).toMatchObject([{ roundId: '8', players: 1, bets: [{ name: 'player_3' }] }]);
  });

  it('turns to a round that takes off while the result is still shown', async () => {
    const { place, join, show, second } = createCluster();
    const { published } = join();
    show(flying('7', 130));
    place('7', bet(1));
    await second();
    place('8', bet(2));
    show({ roundId: '8', hundredths: 100, lastCrashId: '7' });
    await second();
    expect(published().at(-1)).toMatchObject({ roundId: '8', bets: [{ name: 'player_2' }] });
  });
});

describe('on a process that does not lead', () => {
  it('shows nothing of a round before its own messages have shown it', async () => {
    const { place, join, show, second } = createCluster();
    const [leader, late] = [join(), join()];
    show(flying('7', 130));
    place('7', bet(1));
    await second();
    late.published();
    place('8', bet(2));
    leader.process.shown = { roundId: '8', hundredths: 120, lastCrashId: '7' };
    await second();
    expect(leader.published().at(-1)).toMatchObject({ roundId: '8', players: 1 });
    expect(late.published()).toEqual([]);
    expect(late.state()).toMatchObject([{ roundId: '7', multiplier: 1.3 }]);
    late.process.shown = { roundId: '8', hundredths: 125, lastCrashId: '7' };
    await second();
    expect(late.published()).toMatchObject([
      { roundId: '8', multiplier: 1.25, bets: [{ name: 'player_2' }] },
    ]);
  });

  it('sends a complete table after a reading that it missed', async () => {
    const { place, cashOut, join, show, second } = createCluster();
    const [, other] = [join(), join()];
    show(betting('7'));
    for (let id = 1; id <= 30; id += 1) place('7', bet(id));
    await second();
    show(flying('7', 150));
    other.published();
    other.bus.isAway = true;
    cashOut('7', 30, 110);
    await second();
    other.bus.isAway = false;
    cashOut('7', 29, 120);
    await second();
    const [table] = other.published();
    expect(table?.bets).toHaveLength(20);
    expect(table?.marks).toEqual([
      { at: 1.1, count: 1 },
      { at: 1.2, count: 1 },
    ]);
  });

  it('reads for itself while it reaches no other, and shows each cash-out once when it does again', async () => {
    const { place, cashOut, join, show, second } = createCluster();
    const [, other] = [join(), join()];
    show(betting('7'));
    for (let id = 1; id <= 30; id += 1) place('7', bet(id));
    await second();
    show(flying('7', 150));
    other.published();
    other.bus.isAway = true;
    const shown: AviatorTable[] = [];
    for (const id of [30, 29]) {
      cashOut('7', id, 100 + id);
      await second();
      await other.readForItself();
      shown.push(...other.published());
    }
    expect(shown.map(({ cashedOut, bets }) => [cashedOut, bets?.length])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    other.bus.isAway = false;
    cashOut('7', 28, 128);
    await second();
    expect(other.published()).toMatchObject([{ cashedOut: 3, marks: [{ at: 1.28, count: 1 }] }]);
  });

  it('shows no reading that is older than what it shows', async () => {
    const { place, cashOut, join, show, second } = createCluster();
    const [leader, other] = [join(), join()];
    show(betting('7'));
    place('7', bet(1));
    place('7', bet(2));
    cashOut('7', 1, 110);
    await second();
    other.published();
    const reading = { roundId: '7', staked: 100, bets: [], marks: [], newMarks: [] };
    leader.bus.publish(tableEvent, { ...reading, players: 1, cashedOut: 1 });
    leader.bus.publish(tableEvent, { ...reading, players: 2, cashedOut: 0 });
    leader.bus.publish(tableEvent, { ...reading, roundId: '6', players: 9, cashedOut: 9 });
    expect(other.published()).toEqual([]);
    expect(other.state()).toMatchObject([{ roundId: '7', players: 2, staked: 200, cashedOut: 1 }]);
  });

  it('has the bets that were placed before it started', async () => {
    const { place, join, show, second } = createCluster();
    join();
    show(betting('7'));
    place('7', bet(1));
    await second();
    const late = join();
    await second();
    expect(late.state()).toMatchObject([{ players: 1, staked: 100, bets: [{ name: 'player_1' }] }]);
  });
});

it('marks bots, one that became one while its bet is on the table too', async () => {
  const { place, bots, join, show, second } = createCluster();
  const { published, state } = join();
  show(betting('7'));
  bots.add('1');
  place('7', bet(1));
  place('7', bet(2));
  const marks = (table: AviatorTable | undefined) =>
    table?.bets?.map(({ id }, place) => [id, table.bots?.includes(place) === true]).sort();
  await second();
  expect(marks(published()[0])).toEqual([
    ['0', true],
    ['1', false],
  ]);
  bots.add('2');
  await second();
  const after = [
    ['0', true],
    ['1', true],
  ];
  expect(marks(published()[0])).toEqual(after);
  expect(marks(state()[0])).toEqual(after);
});

it('sends signs once, with how many of each, from all processes', async () => {
  const { join, show, second } = createCluster();
  const [one, two] = [join(), join()];
  show(betting('7'));
  await second();
  one.published();
  two.published();
  one.sent('star');
  one.sent('star');
  two.sent('bell');
  await second(2);
  for (const { published } of [one, two]) {
    const counts = new Map<string, number>();
    for (const { signs = [] } of published()) {
      for (const { sign, count } of signs) counts.set(sign, (counts.get(sign) ?? 0) + count);
    }
    expect(counts).toEqual(
      new Map([
        ['star', 2],
        ['bell', 1],
      ]),
    );
  }
  await second(3);
  expect(one.published()).toEqual([]);
});

it('is never larger than 2 KB, with the longest names, the largest stakes and a cash-out at every height', async () => {
  const { place, cashOut, bots, join, show, second } = createCluster();
  const { pushes, sent, state } = join();
  const roundId = '999999999999';
  const firstId = 999_999_000_001;
  show(betting(roundId));
  for (let id = firstId; id < firstId + 4_000; id += 1) {
    place(roundId, bet(id, id < firstId + 20 ? 1_000_000_000 : 1, 'W'.repeat(20)));
    bots.add(String(id));
  }
  await second();
  for (let at = 0; at < 10; at += 1) {
    show(flying(roundId, 999_999));
    for (let id = at * 400; id < (at + 1) * 400; id += 1) {
      cashOut(roundId, firstId + id, Math.min(999_999, 101 + id * 271));
    }
    for (const sign of tableSigns) for (let count = 0; count < 1_000; count += 1) sent(sign);
    await second();
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

it('sends connections without ticks a complete table, the curve of that moment, and how often it comes', async () => {
  const { place, cashOut, join, show, second, watch } = createCluster();
  const { table, published, publishedSparsely, state } = join();
  watch(5_000);
  show(betting('7'));
  place('7', bet(1));
  await second();
  table.accompany();
  expect(publishedSparsely()).toEqual(state());
  show(flying('7', 100));
  table.ticked('7', 0);
  cashOut('7', 1, 104);
  await second();
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
