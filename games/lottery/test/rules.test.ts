import { describe, expect, it } from 'vitest';
import { lotteryCreateBody } from '../contract.ts';
import {
  lotteryDraws,
  lotteryReturn,
  lotteryRtpBp,
  lotteryRules,
  lotteryTiers,
  settleTicket,
  ticketPayoutCoins,
  waysToMatch,
} from '../rules.ts';

describe('odds', () => {
  it('are counted over all 13,983,816 draws', () => {
    expect(lotteryDraws).toBe(13_983_816n);
    const ways = [0, 1, 2, 3, 4, 5, 6].map(waysToMatch);
    expect(ways).toEqual([6_096_454n, 5_775_588n, 1_851_150n, 246_820n, 13_545n, 258n, 1n]);
    expect(ways.reduce((sum, way) => sum + way, 0n)).toBe(lotteryDraws);
  });

  it('agree with an enumeration of all draws', () => {
    const counts = [0, 0, 0, 0, 0, 0, 0];
    const isOurs = (number: number) => (number <= 6 ? 1 : 0);
    for (let a = 1; a <= 44; a++)
      for (let b = a + 1; b <= 45; b++)
        for (let c = b + 1; c <= 46; c++)
          for (let d = c + 1; d <= 47; d++)
            for (let e = d + 1; e <= 48; e++) {
              const five = isOurs(a) + isOurs(b) + isOurs(c) + isOurs(d) + isOurs(e);
              for (let f = e + 1; f <= 49; f++) {
                const matches = five + isOurs(f);
                counts[matches] = (counts[matches] ?? 0) + 1;
              }
            }
    expect(counts.map(BigInt)).toEqual([0, 1, 2, 3, 4, 5, 6].map(waysToMatch));
  });

  it('return exactly 94.0 of 100 coins over all draws', () => {
    const { paid, staked } = lotteryReturn();
    expect(paid).toBe(1_314_526_400n);
    expect(staked).toBe(1_398_381_600n);
    expect(lotteryRtpBp()).toBeCloseTo(9_400.34, 2);
  });

  it('are shown from six matches down to one', () => {
    expect(lotteryTiers()).toEqual([
      { matches: 6, multiplier: 1_000_000, oneIn: 13_983_816 },
      { matches: 5, multiplier: 5_000, oneIn: 54_201 },
      { matches: 4, multiplier: 160, oneIn: 1_032 },
      { matches: 3, multiplier: 16, oneIn: 57 },
      { matches: 2, multiplier: 1, oneIn: 7.6 },
      { matches: 1, multiplier: 0.5, oneIn: 2.4 },
    ]);
  });
});

describe('a ticket', () => {
  const drawn = [8, 17, 21, 27, 40, 46];
  const rest = [1, 2, 3, 4, 5, 6];
  const withMatches = (matches: number) => [...drawn.slice(0, matches), ...rest.slice(matches)];

  it.each([
    [0, 'loss', 0],
    [1, 'loss', 5],
    [2, 'loss', 10],
    [3, 'win', 160],
    [4, 'win', 1_600],
    [5, 'win', 50_000],
    [6, 'megaPot', 10_000_000],
  ] as const)('with %i matches is a %s and pays %i for 10', (matches, result, payoutCoins) => {
    const settled = settleTicket({ numbers: withMatches(matches).toReversed(), bidCoins: 10 }, drawn);
    expect(settled).toEqual({ matchedNumbers: drawn.slice(0, matches), result, payoutCoins });
  });

  it('pays integer coins inside the safe integers for every bid and tier', () => {
    for (
      let bid = lotteryRules.minBidCoins;
      bid <= lotteryRules.maxBidCoins;
      bid += lotteryRules.bidStepCoins
    )
      for (let matches = 0; matches <= 6; matches++) {
        const exact = (BigInt(bid) * BigInt(lotteryRules.tierHundredths[matches] ?? 0)) / 100n;
        const paid = ticketPayoutCoins(bid, matches);
        if (!Number.isSafeInteger(paid) || BigInt(paid) !== exact)
          throw new Error(`${bid}, ${matches}: ${paid}`);
      }
    expect(ticketPayoutCoins(10_000, 6)).toBe(10_000_000_000);
  });

  const accepts = (change: object): boolean =>
    lotteryCreateBody.safeParse({ numbers: [49, 1, 2, 3, 4, 5], bid: 10, ...change }).success;

  it('has six different integers from 1 to 49', () => {
    expect(accepts({})).toBe(true);
    for (const numbers of [
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5, 6, 7],
      [1, 2, 3, 4, 5, 5],
      [0, 1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5, 50],
      [1, 2, 3, 4, 5, 6.5],
      [1, 2, 3, 4, 5, Number.NaN],
    ])
      expect(accepts({ numbers }), String(numbers)).toBe(false);
  });

  it('accepts a bid from 10 to 10,000 in steps of 10', () => {
    for (const bid of [10, 20, 10_000]) expect(accepts({ bid })).toBe(true);
    for (const bid of [0, 9, 15, -10, 10.5, 10_010, Number.NaN, Infinity])
      expect(accepts({ bid }), String(bid)).toBe(false);
  });
});
