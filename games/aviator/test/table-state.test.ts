/** The live table on the page, of everybody and of a club. */
import { expect, it } from 'vitest';
import type { ClubTable } from '@fairground/contract/clubs';
import type { AviatorDrawResult } from '../contract.ts';
import type { AviatorTable } from '../table-contract.ts';
import { flagsOfClub, reduceTable, tableOfClub, type TableState } from '../web/table-state.ts';

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

const ofClub: ClubTable = {
  clubId: '3',
  game: 'aviator',
  roundId: '7',
  bets: [
    { userId: '1', username: 'leo', amount: 100, cashOut: 2.5 },
    { userId: '2', username: 'mia', amount: 200, cashOut: null },
    // A second bet of the same player.
    { userId: '1', username: 'leo', amount: 50, cashOut: 1.2 },
  ],
};
const drawOf = (roundId: string, status: 'ongoing' | 'finished') =>
  ({ roundId, status }) as AviatorDrawResult;

it("is a table of a club's bets, the largest first", () => {
  expect(tableOfClub(ofClub, drawOf('7', 'ongoing'))).toEqual({
    roundId: '7',
    players: 2,
    staked: 350,
    cashedOut: 2,
    bets: [
      { id: '1', name: 'mia', amount: 200 },
      { id: '0', name: 'leo', amount: 100, at: 2.5 },
      { id: '2', name: 'leo', amount: 50, at: 1.2 },
    ],
    marks: [],
  });
});

it('shows the bets of a club before the take-off and after the burst, and no past ones in flight', () => {
  for (const draw of [null, drawOf('6', 'finished'), drawOf('7', 'finished')])
    expect(tableOfClub(ofClub, draw).bets).toHaveLength(3);
  for (const club of [ofClub, undefined])
    expect(tableOfClub(club, drawOf('8', 'ongoing'))).toMatchObject({ roundId: '8', players: 0, bets: [] });
});

it('flags the cash-outs of other members in the round that is shown, the lowest first', () => {
  const flags = [
    { at: 1.2, name: 'leo' },
    { at: 2.5, name: 'leo' },
  ];
  expect(flagsOfClub(ofClub, drawOf('7', 'ongoing'), '2')).toEqual(flags);
  expect(flagsOfClub(ofClub, drawOf('7', 'ongoing'), '1')).toEqual([]);
  expect(flagsOfClub(ofClub, drawOf('6', 'finished'), '2')).toEqual([]);
  expect(flagsOfClub(undefined, null, '2')).toEqual([]);
});
