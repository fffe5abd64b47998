/** The live table on the page. */
import { expect, it } from 'vitest';
import type { AviatorTable } from '../table-contract.ts';
import { reduceTable, type TableState } from '../web/table-state.ts';

const first: AviatorTable = {
  roundId: '7',
  players: 2,
  staked: 300,
  cashedOut: 0,
  bets: [
    { id: '1', name: 'mia', amount: 200 },
    { id: '2', name: 'leo', amount: 100 },
  ],
};
const after = (...messages: AviatorTable[]): TableState =>
  messages.reduce<TableState>((state, message) => reduceTable(state, message).state, { table: undefined });

it('adds the cash-outs of a message to the bets and marks that are known', () => {
  const { table } = after(
    first,
    {
      roundId: '7',
      players: 2,
      staked: 300,
      cashedOut: 1,
      outs: [{ id: '2', at: 1.2 }],
      marks: [{ at: 1.2, count: 1 }],
    },
    {
      roundId: '7',
      players: 2,
      staked: 300,
      cashedOut: 2,
      outs: [{ id: '1', at: 1.5 }],
      marks: [{ at: 1.5, count: 1 }],
    },
  );
  expect(table?.bets.map(({ id, at }) => [id, at])).toEqual([
    ['1', 1.5],
    ['2', 1.2],
  ]);
  expect(table?.marks).toEqual([
    { at: 1.2, count: 1 },
    { at: 1.5, count: 1 },
  ]);
  expect(table?.cashedOut).toBe(2);
});

it('replaces everything by a complete message, so that a new connection counts nothing twice', () => {
  const marks = [{ at: 1.2, count: 3 }];
  const { table } = after(first, { ...first, cashedOut: 3, marks }, { ...first, cashedOut: 3, marks });
  expect(table?.marks).toEqual(marks);
});

it('begins a new round without the bets of the last one', () => {
  const { table } = after(first, { roundId: '8', players: 0, staked: 0, cashedOut: 0 });
  expect(table).toEqual({ roundId: '8', players: 0, staked: 0, cashedOut: 0, bets: [], marks: [] });
});

it('reports signs as an event and does not store them', () => {
  const signs = [{ sign: 'bell' as const, count: 2 }];
  const { state, events } = reduceTable({ table: undefined }, { ...first, signs });
  expect(events).toEqual([{ signs }]);
  expect(state.table).not.toHaveProperty('signs');
});

it('marks the bets of bots by their places in the list, and retains the marks with later messages', () => {
  const { table } = after(
    { ...first, bots: [1] },
    { roundId: '7', players: 2, staked: 300, cashedOut: 1, outs: [{ id: '2', at: 1.2 }] },
  );
  expect(table?.bets).toEqual([
    { id: '1', name: 'mia', amount: 200 },
    { id: '2', name: 'leo', amount: 100, bot: true, at: 1.2 },
  ]);
  expect(after({ ...first, bots: [1] }, first).table?.bets[1]).not.toHaveProperty('bot');
});
