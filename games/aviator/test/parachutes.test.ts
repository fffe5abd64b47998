/** When parachutes open: players, their connections and several processes, on a clock of the test. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTestBuses } from '@fairground/server/test/test-buses';
import { createTestClock } from '@fairground/server/test/test-clock';
import { joinTestLines, type TestLines } from '@fairground/server/test/test-lines';
import { beforeEach, expect, it } from 'vitest';
import { createParachutes } from '../server/parachutes.ts';
import type { Press } from '../server/presses.ts';

const player = 7n;
const roundId = 3n;
let clock: ReturnType<typeof createTestClock>;
let buses: ReturnType<typeof createTestBuses>;
let processes: TestLines[];
let bets: { player_id: bigint; slot: number }[];
let opened: Press[];
/** Whether presses are judged. */
let isJudging: boolean;

beforeEach(() => {
  clock = createTestClock();
  buses = createTestBuses();
  processes = ['one', 'two'].map((name) => joinTestLines(name, { clock, buses }));
  bets = [{ player_id: player, slot: 1 }];
  opened = [];
  isJudging = true;
});

const process = (at: number): TestLines => processes[at] as TestLines;

/** A leader's steps, as the director takes them. */
const lead = ({ lines }: TestLines) => {
  const { step } = createParachutes({
    clock,
    lines,
    shownRound: () => ({ roundId: String(roundId), lastCrashId: undefined, hundredths: 100 }),
    readParachutes: async () => bets,
    readReceivers: async () => processes.map((each) => each.process),
    async press(press) {
      if (isJudging) opened.push(press);
      return isJudging;
    },
    log: { warn: () => undefined },
  });
  let dueAt = clock.monotonic();
  return {
    async fly(ms: number) {
      const untilMs = clock.monotonic() + ms;
      while (dueAt <= untilMs) {
        clock.advance(Math.max(0, dueAt - clock.monotonic()));
        const stepping = step();
        for (let turns = 0; turns < 10; turns += 1) await nextTurn();
        // An answer that never comes is given up.
        const isDone = await Promise.race([stepping.then(() => true), nextTurn(false)]);
        if (!isDone) clock.advance(250);
        dueAt = clock.monotonic() + (await stepping);
      }
      clock.advance(untilMs - clock.monotonic());
      await nextTurn();
    },
  };
};

it('opens when two seconds of silence are noticed, and says when the last answer came', async () => {
  const client = process(0).connect(player);
  const leader = lead(process(0));
  await leader.fly(3_200);
  client.isAnswering = false;
  await leader.fly(1_500);
  expect(opened).toEqual([]);
  await leader.fly(600);
  // The last ping that was answered is that of 3,000 ms.
  expect(opened).toMatchObject([{ playerId: player, slot: 1, receivedAt: 5_000, silentSince: 3_000 }]);
});

it('opens those of both bets, and each once', async () => {
  bets.push({ player_id: player, slot: 2 });
  await lead(process(0)).fly(6_000);
  expect(opened.map(({ slot }) => slot)).toEqual([1, 2]);
});

it('stays closed while a connection answers on another process', async () => {
  const silent = process(0).connect(player);
  silent.isAnswering = false;
  const client = process(1).connect(player);
  const leader = lead(process(0));
  await leader.fly(8_200);
  expect(opened).toEqual([]);
  client.isAnswering = false;
  await leader.fly(2_300);
  expect(opened).toHaveLength(1);
});

it('counts a closed connection from its close, on every process', async () => {
  const client = process(1).connect(player);
  const leader = lead(process(0));
  await leader.fly(3_200);
  client.close();
  await leader.fly(1_900);
  expect(opened).toEqual([]);
  await leader.fly(500);
  expect(opened).toMatchObject([{ receivedAt: 5_500, silentSince: 3_200 }]);
});

it('a reload within two seconds does nothing, on any process', async () => {
  const leader = lead(process(0));
  let client = process(0).connect(player);
  for (let reload = 0; reload < 5; reload += 1) {
    await leader.fly(1_700);
    client.close();
    await leader.fly(1_900);
    client = process(reload % 2).connect(player);
  }
  expect(opened).toEqual([]);
});

it('a connection that came and went between two questions is an answer', async () => {
  const leader = lead(process(0));
  await leader.fly(1_600);
  process(1).connect(player).close();
  await leader.fly(1_900);
  expect(opened).toEqual([]);
  await leader.fly(600);
  expect(opened).toMatchObject([{ receivedAt: 4_000, silentSince: 1_600 }]);
});

it('stays closed while a process is not heard, and for two seconds after', async () => {
  const leader = lead(process(0));
  process(1).bus.isAway = true;
  await leader.fly(10_200);
  expect(opened).toEqual([]);
  process(1).bus.isAway = false;
  const backAt = clock.monotonic();
  await leader.fly(1_900);
  expect(opened).toEqual([]);
  await leader.fly(1_200);
  expect(opened).toHaveLength(1);
  expect(opened[0]?.receivedAt).toBeGreaterThanOrEqual(backAt + 2_000);
});

it('one answer that a process owes keeps them closed for two seconds', async () => {
  process(1).connect(player);
  const leader = lead(process(0));
  await leader.fly(400);
  process(1).bus.isAway = true;
  await leader.fly(600);
  process(1).bus.isAway = false;
  await leader.fly(1_600);
  expect(opened).toEqual([]);
});

it('a leader that takes over in flight begins anew', async () => {
  process(0).connect(player).close();
  await lead(process(0)).fly(1_900);
  clock.advance(4_000);
  const tookOverAt = clock.monotonic();
  const leader = lead(process(1));
  await leader.fly(1_900);
  expect(opened).toEqual([]);
  await leader.fly(600);
  expect(opened).toHaveLength(1);
  expect(opened[0]?.silentSince).toBeGreaterThanOrEqual(tookOverAt);
});

it('a leader that did not run itself begins anew', async () => {
  process(0).connect(player).isAnswering = false;
  const leader = lead(process(0));
  await leader.fly(1_900);
  clock.advance(1_500);
  await leader.fly(1_900);
  expect(opened).toEqual([]);
  await leader.fly(700);
  expect(opened).toHaveLength(1);
});

it('is tried again, at a later moment, where the press was not judged', async () => {
  isJudging = false;
  const leader = lead(process(0));
  await leader.fly(2_700);
  isJudging = true;
  await leader.fly(600);
  expect(opened).toMatchObject([{ receivedAt: 3_000, silentSince: 0 }]);
});

it('asks nobody and pings nobody where no bet has one', async () => {
  bets = [];
  const client = process(1).connect(player);
  await lead(process(0)).fly(10_000);
  expect([client.pings, buses.messages]).toEqual([0, []]);
});

it('a player is connected where any process has a connection of theirs that is open', async () => {
  const client = process(1).connect(player);
  expect(await process(0).lines.isConnected(player)).toBe(true);
  client.close();
  const asked = process(0).lines.isConnected(player);
  await nextTurn();
  clock.advance(500);
  expect(await asked).toBe(false);
});
