/** Many plays with a fixed seed: balls and matches are as frequent as expected. */
import { lottoNumbers } from '../draw.ts';
import { openStream } from '@fairground/fairness/stream';
import { lotteryDraws, lotteryRtpBp, settleTicket, waysToMatch } from '../rules.ts';
import { expect, it } from 'vitest';
import { simulatedDraws } from '../../test/simulated-draws.ts';

/** Critical values of chi-square at 1 in 10,000, by degrees of freedom. */
const critical = { 5: 25.74, 48: 93.2 } as const;

/** The six balls of a draw are not independent: each count has 43/48 of the variance of independent ones. */
const ballChiSquare = (counts: readonly number[], draws: number): number => {
  const expected = (draws * 6) / 49;
  return (48 / 43) * counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
};

/** Five and six matches are too rare to be tested separately. */
const matchChiSquare = (counts: readonly number[], plays: number): number => {
  const chance = (matches: number) => Number(waysToMatch(matches)) / Number(lotteryDraws);
  const pooled = [0, 1, 2, 3, 4].map((matches) => [counts[matches] ?? 0, plays * chance(matches)] as const);
  const rare = [(counts[5] ?? 0) + (counts[6] ?? 0), plays * (chance(5) + chance(6))] as const;
  return [...pooled, rare].reduce((sum, [count, expected]) => sum + (count - expected) ** 2 / expected, 0);
};

it(`draws ${simulatedDraws} times from one seed without bias`, () => {
  const plays = simulatedDraws;
  const stream = openStream(new Uint8Array(32).fill(0x2a), 'many plays');
  const ours = [4, 11, 19, 26, 38, 45];
  const balls = Array.from({ length: 49 }, () => 0);
  const matches = Array.from({ length: 7 }, () => 0);
  const isOurs = Array.from({ length: 49 }, (_, at) => (ours.includes(at + 1) ? 1 : 0));
  for (let play = 0; play < plays; play++) {
    let hits = 0;
    for (const ball of stream.sample(49, 6)) {
      balls[ball] = (balls[ball] ?? 0) + 1;
      hits += isOurs[ball] ?? 0;
    }
    matches[hits] = (matches[hits] ?? 0) + 1;
  }
  expect(matches.reduce((sum, count) => sum + count, 0)).toBe(plays);
  expect(ballChiSquare(balls, plays)).toBeLessThan(critical[48]);
  expect(matchChiSquare(matches, plays)).toBeLessThan(critical[5]);
});

it('draws as often by the complete algorithm, one seed per draw, and returns what the odds of its tiers state', () => {
  const plays = 20_000;
  const balls = Array.from({ length: 49 }, () => 0);
  const matches = Array.from({ length: 7 }, () => 0);
  let paid = 0;
  for (let play = 0; play < plays; play++) {
    const seed = new Uint8Array(32);
    new DataView(seed.buffer).setUint32(28, play);
    const drawn = lottoNumbers({ betsRoot: new Uint8Array(32), date: `draw ${play}`, seed });
    for (const number of drawn) balls[number - 1] = (balls[number - 1] ?? 0) + 1;
    const settled = settleTicket({ numbers: [4, 11, 19, 26, 38, 45], bidCoins: 10 }, drawn);
    matches[settled.matchedNumbers.length] = (matches[settled.matchedNumbers.length] ?? 0) + 1;
    if (settled.matchedNumbers.length <= 3) paid += settled.payoutCoins;
  }
  expect(ballChiSquare(balls, plays)).toBeLessThan(critical[48]);
  expect(matchChiSquare(matches, plays)).toBeLessThan(critical[5]);
  // Up to three matches return 62.1 of 100; four sigma of 20,000 plays are 6.
  expect(paid / (plays * 10)).toBeGreaterThan(0.56);
  expect(paid / (plays * 10)).toBeLessThan(0.68);
  expect(lotteryRtpBp()).toBeCloseTo(9_400.34, 2);
});
