/** How the balances at the end of many sessions are spread: quantiles, and the bars of a histogram. */

export interface Spread {
  lowest: number;
  highest: number;
  mean: number;
  /** Balances that 5, 25, 50, 75 and 95 of a hundred sessions did not pass. */
  quantiles: readonly number[];
  /** Neighboring ranges of `width` coins from `low` on, and how many sessions ended in each. */
  low: number;
  width: number;
  counts: readonly number[];
  /** Sessions outside the ranges. */
  below: number;
  above: number;
}

const shares = [0.05, 0.25, 0.5, 0.75, 0.95];
/** What lies further out would make all other ranges too wide. */
const outerShare = 0.005;
const maxRanges = 24;

/** Sorts the balances. `start` is the balance that every session began with. */
export function spreadOf(balances: Float64Array, start: number): Spread {
  balances.sort();
  const at = (share: number): number =>
    balances[Math.min(balances.length - 1, Math.floor(share * balances.length))] ?? start;
  const lowest = at(0);
  const highest = at(1);
  // Balances are multiples of a step, such as 20 coins. Ranges of several full steps have
  // equally many grid points each.
  const step = gridStep(balances, start);
  const from = Math.min(at(outerShare), start);
  const to = Math.max(at(1 - outerShare), start);
  const width = step * niceAbove((to - from + step) / step / maxRanges);
  const low = start + Math.floor((from - start) / width) * width;
  const counts = Array.from({ length: Math.floor((to - low) / width) + 1 }, () => 0);
  let [below, above, sum] = [0, 0, 0];
  for (const balance of balances) {
    sum += balance;
    const range = Math.floor((balance - low) / width);
    if (range < 0) below += 1;
    else if (range >= counts.length) above += 1;
    else counts[range] = (counts[range] ?? 0) + 1;
  }
  return {
    lowest,
    highest,
    mean: sum / balances.length,
    quantiles: shares.map(at),
    low,
    width,
    counts,
    below,
    above,
  };
}

/** The greatest common divisor of all distances from `start`; 1 where there are none. */
function gridStep(balances: Float64Array, start: number): number {
  let step = 0;
  for (const balance of balances) {
    let rest = Math.abs(balance - start);
    while (rest > 0) [step, rest] = [rest, step % rest];
    if (step === 1) return 1;
  }
  return Math.max(step, 1);
}

/** The next of 1, 2, 5, 10, 20, 50 and so on. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const [nice = 10] = [1, 2, 5, 10].filter((each) => each * power >= value);
  return nice * power;
}
