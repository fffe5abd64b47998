import type { DoubleTroubleBet, DoubleTroubleStatus } from '@fairground/game-double-trouble/contract';
import { expect, it } from 'vitest';
import {
  betsInNext,
  doubleTroubleReducer,
  initialDoubleTroubleState,
  type DoubleTroubleAction,
  type DoubleTroubleState,
} from './double-trouble-state.ts';

const at = (second: number): string => new Date(second * 1000).toISOString();

/** The draws of these seconds with these numbers, newest first; the next is thirty seconds later. */
const statusOf = (drawn: [number, number][], nextAt: number): DoubleTroubleStatus => {
  const history = drawn.map(([second, number]) => ({
    drawId: `d${second}`,
    winningNumbers: [number],
    drawnAt: at(second),
  }));
  const next = { drawId: `d${nextAt}`, drawsAt: at(nextAt), closesAt: at(nextAt - 2), commitment: 'c' };
  return { current: history[0] ?? null, next, history };
};

const betOf = (changed: Partial<DoubleTroubleBet>): DoubleTroubleBet => ({
  id: '1',
  drawId: 'd30',
  drawType: 'Under',
  number: null,
  amount: 50,
  multiplier: 2.1,
  status: 'pending',
  amountWon: 0,
  createdAt: at(10),
  ...changed,
});

const play = (...actions: DoubleTroubleAction[]): DoubleTroubleState =>
  actions.reduce(doubleTroubleReducer, initialDoubleTroubleState);

const status = (drawn: [number, number][], nextAt: number): DoubleTroubleAction => ({
  type: 'status',
  status: statusOf(drawn, nextAt),
  max: 30,
});
const loaded = (...bets: DoubleTroubleBet[]): DoubleTroubleAction => ({ type: 'betsLoaded', bets, max: 30 });

it('a placed bet waits for the draw it names, and becomes win or loss when that arrives', () => {
  const bets = [betOf({ id: '2', drawType: 'Over', multiplier: 1.9 }), betOf({ id: '1' })];
  const before = play(
    status([], 30),
    loaded(),
    ...bets.toReversed().map((bet) => ({ type: 'betPlaced', bet }) as const),
  );
  expect(betsInNext(before).map(({ id }) => id)).toEqual(['2', '1']);
  const after = doubleTroubleReducer(before, status([[30, 22]], 60));
  expect(after.bets).toMatchObject([
    { id: '2', status: 'win', amountWon: 95 },
    { id: '1', status: 'loss', amountWon: 0 },
  ]);
  expect(after.result).toEqual({ drawId: 'd30', number: 22, staked: 100, won: 95 });
  expect(after.heard?.winningNumbers).toEqual([22]);
  expect(betsInNext(after)).toEqual([]);
});

it.each([
  [{ drawType: 'Number', number: 15, multiplier: 29.4 }, 15, 1470],
  [{ drawType: 'Exact', multiplier: 29.4 }, 15, 1470],
  [{ drawType: 'Under' }, 14, 105],
  [{ drawType: 'Under' }, 15, 0],
  [{ drawType: 'Over', multiplier: 1.9 }, 16, 95],
  [{ drawType: 'Over', multiplier: 1.9 }, 15, 0],
] as const)('%o against %i pays %i', (bet, number, paid) => {
  const { bets } = play(loaded(betOf(bet)), status([[30, number]], 60));
  expect(bets).toMatchObject([{ status: paid > 0 ? 'win' : 'loss', amountWon: paid }]);
});

it('the first status is the state of things, not a draw that was heard', () => {
  expect(play(status([[30, 7]], 60)).heard).toBeNull();
  expect(
    play(
      status([[30, 7]], 60),
      status(
        [
          [60, 8],
          [30, 7],
        ],
        90,
      ),
    ).heard?.drawId,
  ).toBe('d60');
});

it('a draw that was missed settles from the history, also after a reconnect', () => {
  const after = play(
    status([], 30),
    loaded(betOf({})),
    status(
      [
        [60, 20],
        [30, 3],
      ],
      90,
    ),
  );
  expect(after.bets).toMatchObject([{ status: 'win', amountWon: 105 }]);
  expect(after.missed).toBe(0);
});

it('a bet whose draw nobody knows any more is asked for again', () => {
  const after = play(status([], 30), loaded(betOf({})), status([[90, 20]], 120));
  expect(after.bets).toMatchObject([{ status: 'pending' }]);
  expect(after.missed).toBe(1);
});

it('nothing is settled while the range is unknown', () => {
  const after = play(loaded(betOf({})), { ...status([[30, 3]], 60), max: null } as DoubleTroubleAction);
  expect(after.bets).toMatchObject([{ status: 'pending' }]);
});

it('an older answer changes nothing, and an end is never taken back', () => {
  const drawn = play(status([[30, 3]], 60), loaded(betOf({})));
  expect(drawn.bets).toMatchObject([{ status: 'win' }]);
  expect(doubleTroubleReducer(drawn, status([], 30))).toBe(drawn);
  expect(doubleTroubleReducer(drawn, loaded(betOf({}))).bets).toMatchObject([{ status: 'win' }]);
});

it('a failed status empties the history, and the next one makes it whole', () => {
  const failed = play(status([[30, 3]], 60), { type: 'statusFailed' });
  expect(failed).toMatchObject({ failed: true, status: { current: null, history: [] } });
  const whole = doubleTroubleReducer(failed, status([[30, 3]], 60));
  expect(whole).toMatchObject({ failed: false, status: { history: [{ drawId: 'd30' }] } });
  expect(whole.heard).toBeNull();
});
