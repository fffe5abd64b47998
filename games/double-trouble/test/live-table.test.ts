/** The live table of a draw: nothing before the close, and the stakes of all processes after it. */
import { createTestTallies } from '@fairground/server/test/test-tally';
import { expect, it } from 'vitest';
import type { NextDraw } from '../server/bus-events.ts';
import { createLiveTable, type DoubleTroubleTablePush } from '../server/live-table.ts';
import { doubleTroubleTableData, type DoubleTroubleTable } from '../table-contract.ts';

const max = 30;

const createCluster = () => {
  const { clock, busMessages, createProcess } = createTestTallies();
  const bots = new Set<string>();
  let next: NextDraw | undefined;
  /** A draw 30 s from now, whose bets close two seconds before. */
  const open = (drawId: string): void => {
    const drawsAtMs = clock.now() + 30_000;
    next = {
      drawId,
      drawsAtMs,
      closesAtMs: drawsAtMs - 2_000,
      commitment: 'c',
      beaconRound: null,
      seal: null,
    };
  };
  const join = (process: string) => {
    const tally = createProcess(process);
    const pushes: DoubleTroubleTablePush[] = [];
    const table = createLiveTable({
      tally,
      databaseNowMs: clock.now,
      nextDraw: () => next,
      isBot: (playerId) => bots.has(playerId),
      publish: (push) => pushes.push(push),
      max,
    });
    tally.start();
    const published = (): DoubleTroubleTable[] => pushes.splice(0).map(dataOf);
    return { table, published, state: () => table.state().map(dataOf) };
  };
  return { clock, bots, busMessages, open, join };
};

const dataOf = ({ payload }: DoubleTroubleTablePush): DoubleTroubleTable => {
  if (!payload.success) throw new Error('no data was published');
  return doubleTroubleTableData.parse(payload.data);
};

const stake = (playerId: bigint, drawType: 'Under' | 'Over' | 'Exact', stakeCoins: number) => ({
  playerId,
  drawType,
  number: null,
  stakeCoins,
});

it('reveals nothing before the close, neither to pages nor to other processes, and all of it after', () => {
  const { clock, busMessages, open, join } = createCluster();
  const [one, two] = [join('one'), join('two')];
  open('5');
  one.table.placed(5n, stake(1n, 'Under', 100));
  one.table.placed(5n, { playerId: 1n, drawType: 'Number', number: 30, stakeCoins: 20 });
  two.table.placed(5n, stake(2n, 'Over', 50));
  two.table.placed(5n, stake(1n, 'Exact', 10));
  clock.advance(28_099);
  for (const { published, state } of [one, two]) expect([...published(), ...state()]).toEqual([]);
  expect(busMessages).toEqual([]);
  clock.advance(1_500);
  for (const { published, state } of [one, two]) {
    const [table] = published();
    expect(table).toMatchObject({
      drawId: '5',
      players: 2,
      staked: 180,
      sides: { Under: 100, Exact: 10, Over: 50 },
    });
    expect(table?.numbers).toHaveLength(max);
    expect(table?.numbers[29]).toBe(20);
    expect(state()).toEqual([table]);
  }
});

it('counts the players who are bots, each once, over all processes', () => {
  const { clock, bots, open, join } = createCluster();
  const [one, two] = [join('one'), join('two')];
  open('5');
  bots.add('1').add('2');
  one.table.placed(5n, stake(1n, 'Under', 100));
  two.table.placed(5n, stake(1n, 'Over', 10));
  two.table.placed(5n, stake(2n, 'Over', 10));
  two.table.placed(5n, stake(3n, 'Over', 10));
  clock.advance(29_600);
  for (const { published } of [one, two]) expect(published()[0]).toMatchObject({ players: 3, bots: 2 });
});

it('shows the last draw while bets on the next one are open, and sends it once', () => {
  const { clock, open, join } = createCluster();
  const { table, published, state } = join('one');
  open('5');
  table.placed(5n, stake(1n, 'Under', 100));
  clock.advance(30_000);
  expect(published()).toHaveLength(1);
  open('6');
  table.placed(6n, stake(1n, 'Over', 900));
  clock.advance(28_000);
  expect(published()).toEqual([]);
  expect(state()).toMatchObject([{ drawId: '5', staked: 100 }]);
  clock.advance(1_500);
  expect(published()).toMatchObject([{ drawId: '6', staked: 900 }]);
});

it('adds a bet whose commit was known only after the close', () => {
  const { clock, open, join } = createCluster();
  const { table, published } = join('one');
  open('5');
  table.placed(5n, stake(1n, 'Under', 100));
  clock.advance(28_500);
  expect(published()).toMatchObject([{ staked: 100 }]);
  table.placed(5n, stake(2n, 'Under', 10));
  clock.advance(1_000);
  expect(published()).toMatchObject([{ staked: 110, players: 2 }]);
});

it('shows that nobody played', () => {
  const { clock, open, join } = createCluster();
  const { published } = join('one');
  open('5');
  clock.advance(28_500);
  expect(published()).toMatchObject([{ drawId: '5', players: 0, staked: 0 }]);
});
