import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginAutoPlay,
  faultsOf,
  nextMove,
  recordRound,
  stakeRules,
  type AutoPlayPlan,
} from '../web/auto-play/plan.ts';
import { runAutoPlay, type AutoPlayGame } from '../web/auto-play/run.ts';

const limits = { min: 10, max: 10_000, step: 10 };
const plan: AutoPlayPlan = {
  rounds: 100,
  firstStake: 10,
  afterWin: 'same',
  afterLoss: 'same',
  stopLoss: 50,
  stopProfit: null,
};

/** Plays by a list of payouts per coin staked, until the plan ends. */
const play = (changes: Partial<AutoPlayPlan>, payouts: readonly number[], balance = 1_000_000) => {
  let state = beginAutoPlay({ ...plan, ...changes }, limits);
  const stakes: number[] = [];
  for (const factor of payouts) {
    const move = nextMove(state, balance + state.net);
    if (!move.play) return { state, stakes, end: move.reason };
    stakes.push(move.stake);
    state = recordRound(state, { stake: move.stake, payout: Math.floor(move.stake * factor) });
  }
  const move = nextMove(state, balance + state.net);
  return { state, stakes, end: move.play ? null : move.reason };
};

describe('stakes', () => {
  it.each([
    ['same', [10, 10, 10]],
    ['first', [10, 10, 10]],
    ['double', [10, 20, 40]],
    ['half', [10, 10, 10]],
  ] as const)('go by the rule "%s" after a loss', (afterLoss, stakes) => {
    expect(play({ afterLoss, stopLoss: 1_000 }, [0, 0, 0]).stakes).toEqual(stakes);
  });

  it('go by the other rule after a win', () => {
    const { stakes } = play({ afterLoss: 'double', afterWin: 'first', stopLoss: 1_000 }, [0, 0, 2, 0, 2]);
    expect(stakes).toEqual([10, 20, 40, 10, 20]);
  });

  it('stay after a round that gave the stake back', () => {
    const { stakes } = play({ afterLoss: 'double', afterWin: 'first', stopLoss: 1_000 }, [0, 1, 1]);
    expect(stakes).toEqual([10, 20, 20]);
  });

  it('are full steps within the limits', () => {
    expect(play({ afterLoss: 'half', firstStake: 50, stopLoss: 1_000 }, [0, 0, 0, 0]).stakes).toEqual([
      50, 20, 10, 10,
    ]);
    expect(play({ afterLoss: 'double', firstStake: 6_000, stopLoss: 100_000 }, [0, 0, 0]).stakes).toEqual([
      6_000, 10_000, 10_000,
    ]);
  });
});

describe('the end', () => {
  it('comes at the stop-loss to the coin', () => {
    const { state, end, stakes } = play({ stopLoss: 50 }, [0, 0, 0, 0, 0, 0, 0]);
    expect([end, state.net, stakes.length]).toEqual(['stopLoss', -50, 5]);
  });

  it('comes before a stake that could pass the stop-loss', () => {
    const { state, end } = play({ stopLoss: 60, afterLoss: 'double' }, [0, 0, 0]);
    expect([end, state.net]).toEqual(['stopLoss', -30]);
  });

  it('counts what was won against the stop-loss', () => {
    const { state, end } = play({ stopLoss: 20 }, [3, 0, 0, 0, 0, 0]);
    expect([end, state.net]).toEqual(['stopLoss', -20]);
  });

  it('comes at the profit, after the rounds, and where the balance is too small', () => {
    expect(play({ stopProfit: 20 }, [2, 2, 2]).end).toBe('stopProfit');
    expect(play({ rounds: 2 }, [2, 0, 2]).end).toBe('rounds');
    expect(play({}, [0, 0], 15).end).toBe('balance');
  });

  it('never loses more than the stop-loss, whatever the plan and the luck', () => {
    let stopped = 0;
    fc.assert(
      fc.property(
        fc.record({
          rounds: fc.integer({ min: 1, max: 200 }),
          firstStake: fc.integer({ min: 1, max: 1_000 }).map((steps) => steps * 10),
          afterWin: fc.constantFrom(...stakeRules),
          afterLoss: fc.constantFrom(...stakeRules),
          stopLoss: fc.integer({ min: 1, max: 50_000 }),
          stopProfit: fc.option(fc.integer({ min: 1, max: 50_000 })),
        }),
        fc.array(fc.constantFrom(0, 0, 0, 0.5, 1, 1.9, 29.4), { maxLength: 200 }),
        (changes, payouts) => {
          const { state, end } = play(changes, payouts);
          expect(state.net).toBeGreaterThanOrEqual(-changes.stopLoss);
          expect(state.played).toBeLessThanOrEqual(changes.rounds);
          if (end === 'stopLoss') stopped += 1;
        },
      ),
    );
    expect(stopped, 'the property was not vacuous').toBeGreaterThan(10);
  });
});

describe('a plan', () => {
  it('cannot begin without a stop-loss that covers the first stake, or with no rounds', () => {
    expect(faultsOf(plan)).toEqual([]);
    expect(faultsOf({ ...plan, stopLoss: Number.NaN })).toEqual(['stopLoss']);
    expect(faultsOf({ ...plan, stopLoss: 9 })).toEqual(['stopLoss']);
    expect(faultsOf({ ...plan, rounds: 0 })).toEqual(['rounds']);
    expect(faultsOf({ ...plan, rounds: 1.5, stopProfit: 0 })).toEqual(['rounds', 'stopProfit']);
    expect(faultsOf({ ...plan, rounds: 1_001 })).toEqual(['rounds']);
  });
});

describe('a run', () => {
  const unreachable = new Error('network');
  const start = (changes: Partial<AutoPlayPlan>, game: Partial<AutoPlayGame>) => {
    const control = new AbortController();
    const stakes: number[] = [];
    const nets: number[] = [];
    const end = runAutoPlay({
      plan: { ...plan, ...changes },
      game: {
        limits,
        balance: () => 1_000,
        playRound: async (stake) => {
          stakes.push(stake);
          return { stake, payout: 0 };
        },
        ...game,
      },
      signal: control.signal,
      isUnreachable: (error) => error === unreachable,
      onState: ({ net }) => nets.push(net),
    });
    return { control, stakes, nets, end };
  };

  it('plays until the plan ends', async () => {
    const { end, stakes, nets } = start({ stopLoss: 30 }, {});
    expect(await end).toEqual({ reason: 'stopLoss' });
    expect(stakes).toEqual([10, 10, 10]);
    expect(nets).toEqual([0, -10, -20, -30]);
  });

  it('places nothing after it was ended, and counts the round that was under way', async () => {
    const rounds: ((payout: number) => void)[] = [];
    const { control, nets, end } = start(
      {},
      { playRound: (stake) => new Promise((resolve) => rounds.push((payout) => resolve({ stake, payout }))) },
    );
    control.abort('player');
    rounds[0]?.(25);
    expect(await end).toEqual({ reason: 'player' });
    expect(rounds).toHaveLength(1);
    expect(nets).toEqual([0, 15]);
  });

  it('ends while it waits for a round to open', async () => {
    const { control, end } = start(
      {},
      {
        playRound: (_stake, signal) =>
          new Promise((_resolve, reject) => {
            // oxlint-disable-next-line typescript/prefer-promise-reject-errors
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      },
    );
    control.abort('connection');
    expect(await end).toEqual({ reason: 'connection' });
  });

  it('ends with a refusal, and by the connection where the site cannot be reached', async () => {
    const refusal = new Error('on_a_break');
    expect(await start({}, { playRound: () => Promise.reject(refusal) }).end).toEqual({
      reason: 'refused',
      error: refusal,
    });
    expect(await start({}, { playRound: () => Promise.reject(unreachable) }).end).toEqual({
      reason: 'connection',
      error: unreachable,
    });
  });
});
