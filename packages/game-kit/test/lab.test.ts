/** The simulation of the strategy lab against what is known in closed form. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextMove, recordRound, beginAutoPlay } from '../web/auto-play/plan.ts';
import {
  createRandom,
  createSimulation,
  labRules,
  planOf,
  twoOutcomes,
  type LabPlay,
} from '../web/lab/index.ts';
import { createRandomFrom } from '../web/lab/random.ts';

const limits = { min: 1, max: 1_000_000, step: 1 };
const play: LabPlay = {
  rule: 'flat',
  firstStake: 1,
  maxStake: null,
  rounds: 100,
  stopLoss: null,
  stopProfit: null,
};

/** A bet that doubles its stake in this many of a hundred cases. */
const evenMoney = (ways: number) =>
  twoOutcomes(
    { ways, of: 100 },
    { wins: (random) => random.below(100) < ways, payout: (stake) => 2 * stake },
  );

const simulate = (
  changes: Partial<LabPlay>,
  { ways = 48, balance = 100, sessions = 2_000, seed = 1 }: Record<string, number> = {},
) => {
  const game = evenMoney(ways);
  const run = { game, ...planOf({ ...play, ...changes }, limits), balance, sessions };
  const simulation = createSimulation(run, createRandom(seed));
  simulation.play(sessions);
  return simulation.result();
};

describe('the generator', () => {
  it('returns the numbers that its authors publish', () => {
    const random = createRandomFrom([1, 2, 3, 4]);
    const words = Array.from({ length: 10 }, () => random.below(2 ** 32));
    expect(words).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  it('gives each integer below n equally often, and 52 bits without a bias', () => {
    const random = createRandom(7);
    const counts = [0, 0, 0];
    let [upper, outside] = [0, 0];
    for (let draw = 0; draw < 300_000; draw++) {
      const value = random.below(3);
      counts[value] = (counts[value] ?? 0) + 1;
      const bits = random.bits52();
      if (!Number.isSafeInteger(bits) || bits < 0 || bits >= 2 ** 52) outside += 1;
      if (bits >= 2 ** 51) upper += 1;
    }
    expect(outside).toBe(0);
    for (const count of counts) expect(Math.abs(count - 100_000)).toBeLessThan(5 * Math.sqrt(66_667));
    expect(Math.abs(upper - 150_000)).toBeLessThan(5 * Math.sqrt(75_000));
  });
});

describe('the simulation', () => {
  it('gives the same result for the same seed, in any number of parts, and another one for another seed', () => {
    const run = {
      game: evenMoney(48),
      ...planOf({ ...play, rule: 'martingale' }, limits),
      balance: 100,
      sessions: 500,
    };
    const parts = createSimulation(run, createRandom(5));
    while (parts.play(77) < 500);
    expect(parts.result()).toEqual(simulate({ rule: 'martingale' }, { sessions: 500, seed: 5 }));
    expect(parts.result()).not.toEqual(simulate({ rule: 'martingale' }, { sessions: 500, seed: 6 }));
  });

  it('places the stakes that auto-play would place', () => {
    const wins: boolean[] = [];
    const stakes: number[] = [];
    fc.assert(
      fc.property(
        fc.constantFrom(...labRules),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }),
        fc.option(fc.integer({ min: 1, max: 200 })),
        fc.option(fc.integer({ min: 1, max: 200 })),
        fc.option(fc.integer({ min: 1, max: 64 })),
        (rule, script, stopLoss, stopProfit, maxStake) => {
          wins.splice(0, Infinity, ...script);
          stakes.length = 0;
          const chosen = planOf(
            { ...play, rule, stopLoss, stopProfit, maxStake, rounds: script.length },
            limits,
          );
          const expected: number[] = [];
          let state = beginAutoPlay(chosen.plan, chosen.limits);
          for (const isWin of script) {
            const move = nextMove(state, 100 + state.net);
            if (!move.play) break;
            expected.push(move.stake);
            state = recordRound(state, { stake: move.stake, payout: isWin ? 2 * move.stake : 0 });
          }
          let at = 0;
          const game = {
            chances: [0.5, 0.5],
            payout: (stake: number, outcome: number) => 2 * stake * outcome,
            playOnce: () => Number(wins[at++] ?? false),
          };
          const simulation = createSimulation(
            { game, ...chosen, balance: 100, sessions: 1 },
            createRandom(1),
          );
          simulation.play(1);
          const { rounds, staked, spread } = simulation.result();
          expect(rounds).toBe(expected.length);
          expect(staked).toBe(expected.reduce((sum, stake) => sum + stake, 0));
          expect(spread.mean).toBe(100 + state.net);
        },
      ),
      { seed: 20261123, numRuns: 300 },
    );
  });

  it.each([45, 49, 50, 52])("has the gambler's chance of ruin where %s of 100 rounds are won", (ways) => {
    const [start, goal] = [10, 20];
    const odds = (100 - ways) / ways;
    const chance = odds === 1 ? 1 - start / goal : (odds ** start - odds ** goal) / (1 - odds ** goal);
    const sessions = 20_000;
    const { ruined, ends } = simulate(
      { rounds: 100_000, stopProfit: goal - start },
      { ways, balance: start, sessions },
    );
    expect(ruined + (ends.stopProfit ?? 0)).toBe(sessions);
    const deviation = Math.sqrt(sessions * chance * (1 - chance));
    expect(Math.abs(ruined - sessions * chance)).toBeLessThan(5 * deviation);
  });

  it('is ruined by a martingale as often as it loses all doublings in a row', () => {
    // Stakes 1, 2, 4 and 8 are all that 20 coins pay: five are left, and do not reach for 16. One win ends the session.
    const sessions = 20_000;
    const { ruined } = simulate({ rule: 'martingale', stopProfit: 1 }, { ways: 50, balance: 20, sessions });
    expect(Math.abs(ruined - sessions / 16)).toBeLessThan(5 * Math.sqrt((sessions * 15) / 256));
  });

  it('never loses more than the stop-loss, and never places more than the largest stake', () => {
    const { spread, staked, rounds } = simulate({ rule: 'martingale', stopLoss: 30, maxStake: 4 });
    expect(spread.lowest).toBeGreaterThanOrEqual(70);
    expect(staked / rounds).toBeLessThanOrEqual(4);
  });

  it('has no variance where every round is won or every round is lost', () => {
    const won = simulate({ rule: 'reverse', maxStake: 8, rounds: 5 }, { ways: 100, sessions: 50 });
    expect(won).toMatchObject({ ahead: 50, ruined: 0, paidDeviation: 0, expectedPaid: won.paid });
    expect(won.spread).toMatchObject({ lowest: 123, highest: 123, counts: [0, 50] });
    const lost = simulate({ rounds: 500 }, { ways: 0, sessions: 50 });
    expect(lost).toMatchObject({ ahead: 0, ruined: 50, rounds: 5_000, paid: 0, paidDeviation: 0 });
    expect(lost.spread).toMatchObject({ lowest: 0, highest: 0, mean: 0 });
  });

  it('counts every session once in the histogram, in ranges of full steps', () => {
    const { spread, sessions } = simulate({ firstStake: 10, rounds: 50 }, { balance: 1_000 });
    const { counts, below, above, width, low } = spread;
    expect(counts.reduce((sum, count) => sum + count, below + above)).toBe(sessions);
    expect([width % 20, (1_000 - low) % width]).toEqual([0, 0]);
    expect(counts.length).toBeLessThanOrEqual(26);
  });

  it('asks for payouts once for each stake, however many rounds are played', () => {
    const asked: number[] = [];
    const game = evenMoney(48);
    const counted = {
      ...game,
      payout: (stake: number, outcome: number) => {
        asked.push(stake);
        return game.payout(stake, outcome);
      },
    };
    const run = {
      game: counted,
      ...planOf({ ...play, rule: 'martingale', maxStake: 16 }, limits),
      balance: 1_000,
    };
    const simulation = createSimulation({ ...run, sessions: 1_000 }, createRandom(3));
    simulation.play(1_000);
    expect(simulation.result().rounds).toBeGreaterThan(90_000);
    expect(asked.toSorted((one, other) => one - other)).toEqual([1, 1, 2, 2, 4, 4, 8, 8, 16, 16]);
  });

  it('records some sessions at no more than a hundred steps', () => {
    const { paths } = simulate({ rounds: 1_000 }, { balance: 10_000, sessions: 20 });
    expect(paths.every).toBe(10);
    expect(paths.balances).toHaveLength(5);
    for (const path of paths.balances) {
      expect(path).toHaveLength(101);
      expect(path[0]).toBe(10_000);
    }
  });
});
