/**
 * The lottery's rules: six of 49, the tiers, and what a ticket comes to. Odds and return are exact: counted
 * over all draws with whole numbers. Neither clocks nor randomness in here.
 */

export const lotteryRules = {
  balls: 49,
  picks: 6,
  minBidCoins: 10,
  maxBidCoins: 10_000,
  bidStepCoins: 10,
  defaultBidCoins: 10,
  quickBidsCoins: [10, 20, 50, 100],
  /** A ticket can be bought for this many draws, the open one included. */
  minAdvanceDraws: 2,
  maxAdvanceDraws: 7,
  maxFavourites: 6,
  /** By the number of matches, in whole hundredths of the bid: 1600 pays 16 times the bid. */
  tierHundredths: [0, 50, 100, 1_600, 16_000, 500_000, 100_000_000],
  /** A ticket with at least this many matches is a win; with fewer, part of the bid is refunded. */
  minWinningMatches: 3,
} as const;

export type TicketResult = 'win' | 'loss' | 'megaPot';

/** Settles a ticket. 1 and 2 matches are a loss that gives some or all of the bid back. */
export function settleTicket(
  ticket: { numbers: readonly number[]; bidCoins: number },
  winningNumbers: readonly number[],
) {
  const drawn = new Set(winningNumbers);
  const matchedNumbers = sortNumbers(ticket.numbers.filter((number) => drawn.has(number)));
  return {
    /** The ticket's numbers that were drawn, ascending. */
    matchedNumbers,
    result: resultOf(matchedNumbers.length),
    payoutCoins: ticketPayoutCoins(ticket.bidCoins, matchedNumbers.length),
  };
}

export function resultOf(matches: number): TicketResult {
  if (matches >= lotteryRules.picks) return 'megaPot';
  return matches >= lotteryRules.minWinningMatches ? 'win' : 'loss';
}

/** floor(bid * multiplier). The largest, 10,000 coins a million times, is far inside the safe integers. */
export const ticketPayoutCoins = (bidCoins: number, matches: number): number =>
  Math.floor((bidCoins * (lotteryRules.tierHundredths[matches] ?? 0)) / 100);

export const sortNumbers = (numbers: readonly number[]): number[] =>
  numbers.toSorted((one, other) => one - other);

/** All draws there are: 49 over 6. */
export const lotteryDraws: bigint = choose(lotteryRules.balls, lotteryRules.picks);

/** In how many of all draws a ticket has exactly this many numbers right. */
export const waysToMatch = (matches: number): bigint =>
  choose(lotteryRules.picks, matches) *
  choose(lotteryRules.balls - lotteryRules.picks, lotteryRules.picks - matches);

/** The exact return to player as a fraction: payouts over all draws for 100 coins staked in each. */
export const lotteryReturn = (): { paid: bigint; staked: bigint } => ({
  paid: lotteryRules.tierHundredths.reduce<bigint>(
    (sum, hundredths, matches) => sum + waysToMatch(matches) * BigInt(hundredths),
    0n,
  ),
  staked: lotteryDraws * 100n,
});

/** In basis points. Not rounded to whole ones: what is shown is rounded once, when it is written. */
export function lotteryRtpBp(): number {
  const { paid, staked } = lotteryReturn();
  return (Number(paid) / Number(staked)) * 10_000;
}

export interface Tier {
  matches: number;
  multiplier: number;
  /** One ticket in this many has exactly that many matches: to one decimal below 10, rounded to whole numbers above. */
  oneIn: number;
}

/** From six matches down to one. */
export const lotteryTiers = (): Tier[] =>
  lotteryRules.tierHundredths
    .map((hundredths, matches) => ({
      matches,
      multiplier: hundredths / 100,
      oneIn: roundOdds(Number(lotteryDraws) / Number(waysToMatch(matches))),
    }))
    .slice(1)
    .reverse();

const roundOdds = (oneIn: number): number => (oneIn < 10 ? Math.round(oneIn * 10) / 10 : Math.round(oneIn));

function choose(n: number, k: number): bigint {
  let ways = 1n;
  for (let at = 1; at <= k; at++) ways = (ways * BigInt(n - k + at)) / BigInt(at);
  return ways;
}
