import type { AviatorBet, AviatorCountdown, AviatorDrawResult } from '../contract.ts';
import { describe, expect, it } from 'vitest';
import {
  activeBet,
  betInFlight,
  betsInFlight,
  canPlaceBet,
  payoutAt,
  reduceAviator,
  type AviatorAction,
  type AviatorEvent,
  type AviatorState,
} from '../web/stage/state.ts';

const startedAt = '2026-11-21T12:00:00.000Z';

const countdown = (roundId: string, seconds = 10): AviatorAction => ({
  type: 'countdown',
  countdown: {
    roundId,
    countdown: seconds,
    startsAt: startedAt,
    closesAt: startedAt,
    commitment: 'c',
    beaconRound: null,
  } satisfies AviatorCountdown,
});
const draw = (roundId: string, status: 'ongoing' | 'finished', crashMultiplier: number): AviatorAction => ({
  type: 'draw',
  draw: { roundId, status, crashMultiplier, startedAt, growthPerMs: 0.0001 } satisfies AviatorDrawResult,
});
const bet = (changes: Partial<AviatorBet> = {}): AviatorBet => ({
  id: 'bet-1',
  roundId: 'round-2',
  slot: 1,
  amount: 50,
  amountWon: 0,
  outcome: 'pending',
  crashMultiplier: null,
  cashOutMultiplier: null,
  autoCashOut: null,
  parachute: false,
  endedBy: null,
  createdAt: '2026-11-21T11:59:55.000Z',
  ...changes,
});
const placed = (changes: Partial<AviatorBet> = {}): AviatorAction => ({
  type: 'betPlaced',
  bet: bet(changes),
});

const loaded: AviatorState = {
  rounds: undefined,
  bets: [],
  crashes: [{ id: 'round-0', crashMultiplier: 3 }],
};

const play = (...actions: AviatorAction[]): { state: AviatorState; events: AviatorEvent[] } =>
  actions.reduce(
    ({ state, events }, action) => {
      const step = reduceAviator(state, action);
      return { state: step.state, events: [...events, ...step.events] };
    },
    { state: loaded, events: [] as AviatorEvent[] },
  );
const after = (...actions: AviatorAction[]): AviatorState => play(...actions).state;
const isMissed = (...actions: AviatorAction[]): boolean =>
  play(...actions).events.some(({ type }) => type === 'roundMissed');

describe('a crash', () => {
  const crashesOf = (...actions: AviatorAction[]): string[] =>
    play(...actions).events.flatMap((event) => (event.type === 'crashed' ? [event.roundId] : []));
  it('is told once of a flight that was followed, or whose only message was its end', () => {
    const ended = draw('round-2', 'finished', 1.3);
    expect(crashesOf(draw('round-2', 'ongoing', 1.2), ended, ended, countdown('round-3'))).toEqual([
      'round-2',
    ]);
    expect(crashesOf(countdown('round-2'), ended)).toEqual(['round-2']);
  });
  it('is not told of the round that was over when the page came', () => {
    expect(crashesOf(draw('round-1', 'finished', 2), countdown('round-2'))).toEqual([]);
  });
});

describe('placing', () => {
  it('is possible between rounds with no bet active', () => {
    expect(canPlaceBet(after(draw('round-1', 'finished', 2), countdown('round-2')))).toBe(true);
  });
  it('is refused in flight, with a bet active, and before the round is known', () => {
    expect(canPlaceBet(after(draw('round-2', 'ongoing', 1.2)))).toBe(false);
    expect(canPlaceBet(after(countdown('round-2'), placed()))).toBe(false);
    expect(canPlaceBet(after())).toBe(false);
  });
  it('is possible in one slot while the other has a bet', () => {
    const state = after(countdown('round-2'), placed({ slot: 2 }));
    expect([canPlaceBet(state, 1), canPlaceBet(state, 2)]).toEqual([true, false]);
    expect([activeBet(state.bets, 1), activeBet(state.bets, 2)?.id]).toEqual([null, 'bet-1']);
  });
  it('takes a bet without a slot for one in slot 1', () => {
    const state = after(countdown('round-2'), placed());
    expect([canPlaceBet(state, 1), canPlaceBet(state, 2)]).toEqual([false, true]);
  });
  it('adds the bet as pending', () => {
    expect(activeBet(after(countdown('round-2'), placed()).bets)?.outcome).toBe('pending');
  });
});

describe('two bets', () => {
  it('fly and end on their own', () => {
    const flying = [
      countdown('round-2'),
      placed({ slot: 1 }),
      placed({ id: 'bet-2', slot: 2, autoCashOut: 1.2 }),
      draw('round-2', 'ongoing', 1.4),
    ];
    expect(betsInFlight(after(...flying)).map(({ id }) => id)).toEqual(['bet-1', 'bet-2']);
    const paid = bet({ slot: 1, outcome: 'win', amountWon: 70, cashOutMultiplier: 1.4 });
    const first = play(...flying, { type: 'cashedOut', bet: paid });
    expect(betsInFlight(first.state).map(({ id }) => id)).toEqual(['bet-2']);
    const { state, events } = play(
      ...flying,
      { type: 'cashedOut', bet: paid },
      draw('round-2', 'finished', 1.57),
    );
    expect(state.bets?.map(({ id, amountWon }) => [id, amountWon])).toEqual([
      ['bet-2', 60],
      ['bet-1', 70],
    ]);
    expect(events.flatMap((event) => (event.type === 'betEnded' ? event.bet.id : []))).toEqual([
      'bet-1',
      'bet-2',
    ]);
  });
});

describe('the crash', () => {
  const flown = [countdown('round-2'), placed(), draw('round-2', 'ongoing', 1.4)] as const;

  it('turns a pending bet into a loss, with the crash recorded where there was no cash-out', () => {
    const state = after(...flown, draw('round-2', 'finished', 1.57));
    expect(state.bets?.[0]).toMatchObject({
      outcome: 'loss',
      cashOutMultiplier: 1.57,
      crashMultiplier: 1.57,
    });
    expect(activeBet(state.bets)).toBeNull();
  });
  it('turns a pending bet into a win where its auto cash-out was reached', () => {
    const state = after(
      countdown('round-2'),
      placed({ autoCashOut: 1.5, amount: 70 }),
      draw('round-2', 'finished', 1.5),
    );
    expect(state.bets?.[0]).toMatchObject({ outcome: 'win', amountWon: 105, cashOutMultiplier: 1.5 });
  });
  it('loses a bet whose auto cash-out is a hundredth above it', () => {
    const state = after(
      countdown('round-2'),
      placed({ autoCashOut: 1.51 }),
      draw('round-2', 'finished', 1.5),
    );
    expect(state.bets?.[0]?.outcome).toBe('loss');
  });
  it('does not change a win', () => {
    const won = bet({ outcome: 'win', amountWon: 60, cashOutMultiplier: 1.2 });
    const state = after(...flown, { type: 'cashedOut', bet: won }, draw('round-2', 'finished', 1.57));
    expect(state.bets).toEqual([{ ...won, crashMultiplier: 1.57 }]);
  });
  it('does not change a bet on the next round when the last result is repeated', () => {
    const actions = [
      draw('round-1', 'finished', 2),
      countdown('round-2'),
      placed(),
      draw('round-1', 'finished', 2),
    ] as const;
    const state = after(...actions);
    expect(activeBet(state.bets)?.id).toBe('bet-1');
    expect(isMissed(...actions)).toBe(false);
  });
  it('is added to the history once', () => {
    const state = after(draw('round-2', 'finished', 1.57), draw('round-2', 'finished', 1.57));
    expect(state.crashes?.map(({ id }) => id)).toEqual(['round-2', 'round-0']);
  });
  it('keeps the same state through its ticks, so that nothing renders for them', () => {
    const before = after(countdown('round-2'), draw('round-2', 'ongoing', 1)).rounds;
    expect(before).toBeDefined();
    const { state } = [1.1, 1.2].reduce<{ state: AviatorState }>(
      (step, multiplier) => reduceAviator(step.state, draw('round-2', 'ongoing', multiplier)),
      { state: { ...loaded, rounds: before } },
    );
    expect(state.rounds).toBe(before);
  });
  it('is not undone by a late tick', () => {
    const { rounds } = after(draw('round-2', 'finished', 1.57), draw('round-2', 'ongoing', 1.5));
    expect(rounds?.draw?.status).toBe('finished');
  });
});

describe('cash-out', () => {
  it('is possible in flight with a bet on this round only', () => {
    expect(betInFlight(after(countdown('round-2'), placed()))).toBeNull();
    expect(betInFlight(after(countdown('round-2'), placed(), draw('round-2', 'ongoing', 1)))?.id).toBe(
      'bet-1',
    );
    expect(betInFlight(after(placed({ roundId: 'round-9' }), draw('round-2', 'ongoing', 1)))).toBeNull();
  });
  it('enables the panel immediately', () => {
    const won = bet({ outcome: 'win', amountWon: 60, cashOutMultiplier: 1.2 });
    const state = after(placed(), draw('round-2', 'ongoing', 1.3), { type: 'cashedOut', bet: won });
    expect(activeBet(state.bets)).toBeNull();
    expect(state.bets).toEqual([won]);
  });
  it('pays the amount rounded down to coins, and never more than the auto cash-out', () => {
    expect(payoutAt(bet({ amount: 10 }), 159)).toBe(15);
    expect(payoutAt(bet({ amount: 10, autoCashOut: 1.5 }), 400)).toBe(15);
  });
  it('is the win that the server answers, even after the crash was received', () => {
    const won = bet({ outcome: 'win', amountWon: 60, cashOutMultiplier: 1.2 });
    const state = after(placed(), draw('round-2', 'finished', 1.3), { type: 'cashedOut', bet: won });
    expect(state.bets?.[0]?.outcome).toBe('win');
  });
});

describe('the loaded history', () => {
  it('replaces the state of the page', () => {
    const won = bet({ outcome: 'win', amountWon: 55, cashOutMultiplier: 1.1 });
    const state = after(placed(), draw('round-2', 'finished', 1.5), { type: 'betsLoaded', bets: [won] });
    expect(state.bets?.[0]).toMatchObject({ outcome: 'win', amountWon: 55 });
  });
  it('neither returns a settled bet to pending nor drops a bet that it does not list yet', () => {
    const state = after(
      placed(),
      draw('round-2', 'finished', 1.5),
      countdown('round-3'),
      placed({ id: 'bet-2', roundId: 'round-3', createdAt: '2026-11-21T12:00:20.000Z' }),
      { type: 'betsLoaded', bets: [bet()] },
    );
    expect(state.bets?.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['bet-2', 'pending'],
      ['bet-1', 'loss'],
    ]);
  });
  it('is refetched when the end of a round was missed', () => {
    const actions = [placed(), draw('round-2', 'ongoing', 1.5), countdown('round-3')] as const;
    expect(isMissed(...actions)).toBe(true);
    expect(after(...actions).rounds?.draw).toBeNull();
  });
  it('has fifty entries at most', () => {
    const maxLength = 50;
    const crashes = Array.from({ length: maxLength }, (_, n) => ({ id: `old-${n}`, crashMultiplier: 2 }));
    const state = after({ type: 'crashesLoaded', crashes }, draw('round-2', 'finished', 1.1));
    expect(state.crashes).toHaveLength(maxLength);
    expect(state.crashes?.[0]?.id).toBe('round-2');
  });
});

describe('a push that failed', () => {
  it('is recorded until the next success; a failed countdown clears the round', () => {
    const failed = after(countdown('round-2'), { type: 'countdownFailed' });
    expect(failed.rounds).toMatchObject({ failed: 'countdown', next: null });
    expect(reduceAviator(failed, countdown('round-2', 5)).state.rounds?.failed).toBeNull();
    expect(after({ type: 'drawFailed' }).rounds?.failed).toBe('draw');
  });
});

describe('events', () => {
  const ofType = (type: AviatorEvent['type'], ...actions: AviatorAction[]) =>
    play(...actions).events.filter((event) => event.type === type);

  it('announce each take-off once, however many ticks follow', () => {
    const ticks = [draw('round-2', 'ongoing', 1), draw('round-2', 'ongoing', 1.1)];
    expect(ofType('tookOff', countdown('round-2'), ...ticks)).toHaveLength(1);
    expect(
      ofType('tookOff', ...ticks, draw('round-2', 'finished', 2), draw('round-3', 'ongoing', 1)),
    ).toHaveLength(2);
  });
  it("announce the end of the player's bet once, whether it was lost, cashed out or loaded", () => {
    const flown = [countdown('round-2'), placed(), draw('round-2', 'ongoing', 1.2)] as const;
    const won = bet({ outcome: 'win', amountWon: 60, cashOutMultiplier: 1.2 });
    const crashed = draw('round-2', 'finished', 1.3);
    expect(ofType('betEnded', ...flown, crashed, crashed)).toMatchObject([{ bet: { outcome: 'loss' } }]);
    expect(ofType('betEnded', ...flown, { type: 'cashedOut', bet: won }, crashed)).toMatchObject([
      { bet: { outcome: 'win' } },
    ]);
    expect(ofType('betEnded', ...flown, { type: 'betsLoaded', bets: [won] })).toHaveLength(1);
  });
  it('do not announce bets that were settled when they were loaded', () => {
    const lost = bet({ outcome: 'loss' });
    expect(
      ofType('betEnded', draw('round-2', 'finished', 1.3), { type: 'betsLoaded', bets: [lost] }),
    ).toEqual([]);
  });
});
