/**
 * Every return that a page shows is the exact fraction, rounded once: counted here from the rules, in each
 * language.
 */
import { describe, expect, it } from 'vitest';
import { oddsOf } from '../../packages/game-kit/web/instant/odds.ts';
import { drawValues } from '../../packages/game-kit/shared/instant/index.ts';
import { everyChoice } from '../../packages/game-kit/test/describe-instant-rules.ts';
import { formatOf } from '../../packages/site-kit/src/format/format.ts';
import { doubleTroubleConfig } from '../double-trouble/server/config.ts';
import highStriker from '../high-striker/game.ts';
import { lotteryConfig } from '../lottery/server/config.ts';
import { lotteryDraws, lotteryRules, waysToMatch } from '../lottery/rules.ts';
import { minefieldConfig } from '../minefield/server/config.ts';
import ringToss from '../ring-toss/game.ts';
import wheelFacts from '../wheel/web/facts.ts';
import wheelFaq from '../wheel/web/faq.ts';
import { meanWheelCoins, wheelSegments } from '../wheel/rules.ts';

/** "96.7" for 29/30: coins of a hundred, to the nearest tenth. */
const tenthsOf = (numerator: bigint, denominator: bigint): string => {
  const tenths = (numerator * 2_000n + denominator) / (denominator * 2n);
  return `${tenths / 10n}.${tenths % 10n}`.replace('.0', '');
};

/** In every language, with a point. */
const shown = (rtpBp: number): string[] =>
  (['en', 'es'] as const).map((language) => formatOf(language).formatReturn(rtpBp).replace(',', '.'));

const expectShown = (rtpBp: number, numerator: bigint, denominator: bigint, name: string): void => {
  const exact = tenthsOf(numerator, denominator);
  expect(shown(rtpBp), name).toEqual([exact, exact]);
};

describe('the returns that are shown', () => {
  it('of Minefield are those of every difficulty and gem', () => {
    let steps = 0;
    for (const {
      name,
      gems,
      gridSize,
      multiplierIncrement,
      steps: shownSteps,
    } of minefieldConfig.difficulties) {
      let [ways, all] = [1n, 1n];
      for (const [at, { rtpBp }] of shownSteps.entries()) {
        ways *= BigInt(gems - at);
        all *= BigInt(gridSize - at);
        const hundredths = BigInt(100 + (at + 1) * Math.round(multiplierIncrement * 100));
        expectShown(rtpBp, ways * hundredths, all * 100n, `${name}, ${at + 1} gems`);
        steps += 1;
      }
    }
    expect(steps).toBe(70);
  });

  it('of the lottery are those of all draws', () => {
    const paid = lotteryRules.tierHundredths.reduce<bigint>(
      (sum, hundredths, matches) => sum + waysToMatch(matches) * BigInt(hundredths),
      0n,
    );
    expectShown(
      lotteryConfig({ drawCron: '0 20 * * *' } as never).rtpBp,
      paid,
      lotteryDraws * 100n,
      'lottery',
    );
  });

  it.each([30, 50] as const)('of Double Trouble to %i are those of all numbers', (max) => {
    for (const { drawType, multiplier, winningNumbers, rtpBp } of doubleTroubleConfig({
      intervalMs: 60_000,
      closeMs: 1_000,
      max,
    }).bets) {
      const hundredths = BigInt(Math.round(multiplier * 100));
      expectShown(rtpBp, BigInt(winningNumbers) * hundredths, BigInt(max) * 100n, drawType);
    }
  });

  it.each([highStriker, ringToss])('of $id are those of every choice', (game) => {
    const written = new Map<number, string[]>();
    for (const choice of everyChoice(game.choice)) {
      const ways = game.ways(choice as never);
      const hundredths = BigInt(game.multiplierHundredths(choice as never));
      const { returnBp } = oddsOf(game as never, choice as never, 100);
      // Values of 52 bits miss the chance of the rules by less than this, on either side of a tie.
      const near = [-1n, 0n, 1n].map((by) => tenthsOf((ways + by) * hundredths, drawValues * 100n));
      const figures = written.get(returnBp) ?? shown(returnBp);
      written.set(returnBp, figures);
      if (!figures.every((figure) => near.includes(figure)))
        expect.fail(`${JSON.stringify(choice)}: ${figures.join()} is shown, and it is ${near.join()}`);
    }
  });

  it('of the wheel are the mean of its segments, to hundredths', () => {
    const sum = wheelSegments.reduce<number>((total, coins) => total + coins, 0);
    const hundredths = Math.floor((sum * 200 + wheelSegments.length) / (2 * wheelSegments.length));
    const config = {
      meanCoins: meanWheelCoins,
      segments: wheelSegments.map((value) => ({ text: String(value), value })),
    };
    for (const language of ['en', 'es'] as const)
      for (const { figures } of [wheelFacts, wheelFaq])
        expect(String(figures?.(config as never, formatOf(language))['wheelMean']).replace(',', '.')).toBe(
          String(hundredths / 100),
        );
  });
});
