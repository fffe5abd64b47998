import type { DoubleTroubleBet, DoubleTroubleStatus } from '../contract.ts';
import { expect, it } from 'vitest';
import {
  betsInNext,
  hasUnknownEnd,
  reduceDoubleTrouble,
  type DoubleTroubleAction,
  type DoubleTroubleEvent,
  type DoubleTroubleState,
} from '../web/state.ts';

const at = (second: number): string => new Date(second * 1000).toISOString();

/** The draws of these seconds with these numbers, newest first; the next is thirty seconds later. */
const statusOf = (drawn: [number, number][], nextAt: number): DoubleTroubleStatus => {
  const history = drawn.map(([second, number]) => ({
    drawId: `d${second}`,
    winningNumbers: [number],
    drawnAt: at(second),
  }));
  const next = {
    drawId: `d${nextAt}`,
    drawsAt: at(nextAt),
    closesAt: at(nextAt - 2),
    commitment: 'c',
    beaconRound: null,
  };
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

interface Played {
  state: DoubleTroubleState;
  /** The events of all steps, in order. */
  events: DoubleTroubleEvent[];
}

const nothing: Played = { state: { status: undefined, bets: undefined }, events: [] };

const playOn = (before: Played, ...actions: DoubleTroubleAction[]): Played =>
  actions.reduce(({ state, events }, action) => {
    const step = reduceDoubleTrouble(state, action);
    return { state: step.state, events: [...events, ...step.events] };
  }, before);
const play = (...actions: DoubleTroubleAction[]): Played => playOn(nothing, ...actions);

const status = (drawn: [number, number][], nextAt: number): DoubleTroubleAction => ({
  type: 'statusReceived',
  status: statusOf(drawn, nextAt),
  max: 30,
});
const loaded = (...bets: DoubleTroubleBet[]): DoubleTroubleAction => ({ type: 'betsLoaded', bets, max: 30 });

const waiting = ({ state }: Played) => betsInNext(state.bets, state.status?.latest ?? null);

it('settles a placed bet as win or loss when its draw arrives', () => {
  const bets = [betOf({ id: '2', drawType: 'Over', multiplier: 1.9 }), betOf({ id: '1' })];
  const before = play(
    status([], 30),
    loaded(),
    ...bets.toReversed().map((bet) => ({ type: 'betPlaced', bet }) as const),
  );
  expect(waiting(before).map(({ id }) => id)).toEqual(['2', '1']);
  const after = playOn(before, status([[30, 22]], 60));
  expect(after.state.bets).toMatchObject([
    { id: '2', status: 'win', amountWon: 95 },
    { id: '1', status: 'loss', amountWon: 0 },
  ]);
  expect(after.events).toEqual([
    { type: 'drawn', draw: expect.objectContaining({ drawId: 'd30', winningNumbers: [22] }) },
    { type: 'settled', result: { drawId: 'd30', number: 22, staked: 100, won: 95 } },
  ]);
  expect(waiting(after)).toEqual([]);
});

it('publishes the result of a draw whose bets were listed before the draw arrived', () => {
  const bet = betOf({});
  const before = play(
    status([], 30),
    loaded(),
    { type: 'betPlaced', bet },
    loaded({ ...bet, status: 'loss' }),
  );
  expect(before.events).toEqual([]);
  const after = playOn(before, status([[30, 22]], 60));
  expect(after.events).toContainEqual({
    type: 'settled',
    result: { drawId: 'd30', number: 22, staked: 50, won: 0 },
  });
  expect(after.state.bets).toMatchObject([{ id: '1', status: 'loss' }]);
});

it('takes the end of a listed bet from the list where no message will bring it', () => {
  const bet = betOf({});
  const placed = { type: 'betPlaced', bet } as const;
  const ended = loaded({ ...bet, status: 'loss' });
  expect(play(status([], 30), loaded(), placed, { type: 'statusFailed' }, ended).state.bets).toMatchObject([
    { status: 'loss' },
  ]);
  const refunded = loaded({ ...bet, status: 'void' });
  expect(play(status([], 30), loaded(), placed, refunded).state.bets).toMatchObject([{ status: 'void' }]);
});

it.each([
  [{ drawType: 'Number', number: 15, multiplier: 29.4 }, 15, 1470],
  [{ drawType: 'Exact', multiplier: 29.4 }, 15, 1470],
  [{ drawType: 'Under' }, 14, 105],
  [{ drawType: 'Under' }, 15, 0],
  [{ drawType: 'Over', multiplier: 1.9 }, 16, 95],
  [{ drawType: 'Over', multiplier: 1.9 }, 15, 0],
] as const)('%o against %i pays %i', (bet, number, paid) => {
  const { state } = play(loaded(betOf(bet)), status([[30, number]], 60));
  expect(state.bets).toMatchObject([{ status: paid > 0 ? 'win' : 'loss', amountWon: paid }]);
});

it('does not announce the draw of the first status as a new one', () => {
  const first = play(status([[30, 7]], 60));
  expect(first.events).toEqual([]);
  const next = status(
    [
      [60, 8],
      [30, 7],
    ],
    90,
  );
  expect(playOn(first, next).events).toMatchObject([{ type: 'drawn', draw: { drawId: 'd60' } }]);
});

it('settles missed draws from the history, each with a result, oldest first', () => {
  const after = play(
    status([], 30),
    loaded(betOf({ id: '2', drawId: 'd60' }), betOf({})),
    status(
      [
        [60, 20],
        [30, 3],
      ],
      90,
    ),
  );
  expect(after.state.bets).toMatchObject([{ status: 'loss' }, { status: 'win', amountWon: 105 }]);
  expect(after.events.flatMap((event) => (event.type === 'settled' ? [event.result.drawId] : []))).toEqual([
    'd30',
    'd60',
  ]);
  expect(hasUnknownEnd(after.state)).toBe(false);
});

it('leaves the outcome of a bet to the server when its draw is no longer known', () => {
  const { state } = play(status([], 30), loaded(betOf({})), status([[90, 20]], 120));
  expect(state.bets).toMatchObject([{ status: 'pending' }]);
  expect(hasUnknownEnd(state)).toBe(true);
  expect(hasUnknownEnd(play(status([], 30), loaded(betOf({}))).state)).toBe(false);
});

it('settles nothing while the range is unknown', () => {
  const { state } = play(loaded(betOf({})), { ...status([[30, 3]], 60), max: null } as DoubleTroubleAction);
  expect(state.bets).toMatchObject([{ status: 'pending' }]);
});

it('ignores an older answer, and never reverts an outcome', () => {
  const drawn = play(status([[30, 3]], 60), loaded(betOf({})));
  expect(drawn.state.bets).toMatchObject([{ status: 'win' }]);
  expect(playOn(drawn, status([], 30)).state).toBe(drawn.state);
  const listedBefore = playOn(drawn, loaded(betOf({})), { type: 'betPlaced', bet: betOf({}) });
  expect(listedBefore.state.bets).toMatchObject([{ status: 'win' }]);
  expect(listedBefore.events).toEqual(drawn.events);
});

it('clears the history for a failed status, and restores it with the next without announcing its draw', () => {
  const failed = play(status([[30, 3]], 60), { type: 'statusFailed' });
  expect(failed.state.status).toMatchObject({ failed: true, latest: { current: null, history: [] } });
  const restored = playOn(failed, status([[30, 3]], 60));
  expect(restored.state.status).toMatchObject({ failed: false, latest: { history: [{ drawId: 'd30' }] } });
  expect(restored.events).toEqual([]);
});

it('records a failure of the first status', () => {
  expect(play({ type: 'statusFailed' }).state.status).toEqual({ latest: null, failed: true });
});
