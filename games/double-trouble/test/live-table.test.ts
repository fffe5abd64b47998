/** The live table of a draw: nothing before its bets are sealed, and all stakes after that. */
import { expect, it } from 'vitest';
import type { NextDraw } from '../server/bus-events.ts';
import { createLiveTable, type DoubleTroubleTablePush } from '../server/live-table.ts';
import { doubleTroubleTableData, type DoubleTroubleTable } from '../table-contract.ts';

const max = 30;
const noStakes = {
  players: [] as bigint[],
  under: 0n,
  exact: 0n,
  over: 0n,
  numbers: [] as [number, number][],
};

const createWorld = () => {
  const bots = new Set<string>();
  const draws = new Map<string, typeof noStakes>();
  const reads: string[] = [];
  const warnings: object[] = [];
  const pushes: DoubleTroubleTablePush[] = [];
  const world = { isDatabaseAway: false };
  let next: NextDraw | undefined;
  const table = createLiveTable({
    async readStakes({ drawId }) {
      reads.push(String(drawId));
      if (world.isDatabaseAway) throw new Error('the database is away');
      return draws.get(String(drawId)) ?? noStakes;
    },
    nextDraw: () => next,
    isBot: (playerId) => bots.has(playerId),
    publish: (push) => pushes.push(push),
    max,
    log: { warn: (fields) => warnings.push(fields) },
  });
  const follow = (draw: NextDraw): Promise<void> => {
    next = draw;
    return table.follow();
  };
  return {
    world,
    bots,
    reads,
    warnings,
    stake: (drawId: string, stakes: Partial<typeof noStakes>) =>
      void draws.set(drawId, { ...noStakes, ...stakes }),
    open: (drawId: string) => follow(drawOf(drawId, null)),
    seal: (drawId: string) => follow(drawOf(drawId, { betsRoot: 'r', betCount: 1 })),
    published: (): DoubleTroubleTable[] => pushes.splice(0).map(dataOf),
    state: () => table.state().map(dataOf),
  };
};

const drawOf = (drawId: string, seal: NextDraw['seal']): NextDraw => ({
  drawId,
  drawsAtMs: 30_000,
  closesAtMs: 28_000,
  commitment: 'c',
  beaconRound: null,
  seal,
});

const dataOf = ({ payload }: DoubleTroubleTablePush): DoubleTroubleTable => {
  if (!payload.success) throw new Error('no data was published');
  return doubleTroubleTableData.parse(payload.data);
};

it('reads and reveals nothing before the bets are sealed, and all of it after', async () => {
  const { stake, open, seal, reads, published, state } = createWorld();
  stake('5', { players: [1n, 2n], under: 100n, exact: 10n, over: 50n, numbers: [[30, 20]] });
  await open('5');
  expect([...reads, ...published(), ...state()]).toEqual([]);
  await seal('5');
  const [table] = published();
  expect(table).toMatchObject({
    drawId: '5',
    players: 2,
    staked: 180,
    sides: { Under: 100, Exact: 10, Over: 50 },
  });
  expect(table?.numbers).toHaveLength(max);
  expect(table?.numbers[29]).toBe(20);
  expect(table).not.toHaveProperty('bots');
  expect(state()).toEqual([table]);
});

it('counts the players who are bots', async () => {
  const { stake, seal, bots, published } = createWorld();
  bots.add('1').add('2').add('9');
  stake('5', { players: [1n, 2n, 3n], under: 30n });
  await seal('5');
  expect(published()[0]).toMatchObject({ players: 3, bots: 2 });
});

it('shows the last draw while bets on the next one are open, and sends each once', async () => {
  const { stake, open, seal, reads, published, state } = createWorld();
  stake('5', { players: [1n], under: 100n });
  stake('6', { players: [1n], over: 900n });
  await seal('5');
  await seal('5');
  expect(published()).toHaveLength(1);
  await open('6');
  expect(published()).toEqual([]);
  expect(state()).toMatchObject([{ drawId: '5', staked: 100 }]);
  await seal('6');
  expect(published()).toMatchObject([{ drawId: '6', staked: 900 }]);
  expect(reads).toEqual(['5', '6']);
});

it('shows that nobody played', async () => {
  const { seal, published } = createWorld();
  await seal('5');
  expect(published()).toMatchObject([{ drawId: '5', players: 0, staked: 0 }]);
});

it('reads again where the database did not answer', async () => {
  const { world, stake, seal, warnings, published } = createWorld();
  stake('5', { players: [1n], under: 100n });
  world.isDatabaseAway = true;
  await seal('5');
  expect(published()).toEqual([]);
  expect(warnings).toMatchObject([{ drawId: '5' }]);
  world.isDatabaseAway = false;
  await seal('5');
  expect(published()).toMatchObject([{ drawId: '5', staked: 100 }]);
});
