/**
 * Minefield's rules: difficulties, multipliers, payouts, and their exact odds. Multipliers are whole
 * hundredths inside (130 is 1.30x). packages/fairness places the mines; nothing here is random.
 */

export interface Difficulty {
  /** Plots of the field; 15 or fewer lie in 3 columns, more in 5. */
  tiles: number;
  mines: number;
  /** What each gem adds to the multiplier. */
  incrementHundredths: number;
}

export const minefieldDifficulties = {
  Easy: { tiles: 25, mines: 3, incrementHundredths: 10 },
  Medium: { tiles: 25, mines: 5, incrementHundredths: 21 },
  Hard: { tiles: 25, mines: 7, incrementHundredths: 34 },
  Expert: { tiles: 15, mines: 5, incrementHundredths: 45 },
} as const satisfies Record<string, Difficulty>;

export type DifficultyName = keyof typeof minefieldDifficulties;

export const difficultyNames = Object.keys(minefieldDifficulties) as readonly DifficultyName[];

export const minefieldRules = {
  minStakeCoins: 100,
  stakeStepCoins: 100,
  maxStakeCoins: 1_000_000_000,
  defaultStakeCoins: 100,
  rows: 5,
} as const;

export const columnsOf = (tiles: number): number => (tiles <= 15 ? 3 : 5);

export const gemsOf = ({ tiles, mines }: Difficulty): number => tiles - mines;

export const minefieldHundredths = ({ incrementHundredths }: Difficulty, gemsFound: number): number =>
  100 + gemsFound * incrementHundredths;

/** floor(stake * multiplier). Exact: the product leaves the safe integers before the payout does. */
export const minefieldPayout = (stakeCoins: number, hundredths: number): number =>
  Number((BigInt(stakeCoins) * BigInt(hundredths)) / 100n);

export interface MinefieldStep {
  /** Gems found when the player cashes out. */
  gems: number;
  hundredths: number;
  /** The chance of getting that far at all, from the first plot on. */
  chance: Fraction;
  /** The chance of the last gem alone: gems left of plots left. */
  lastGem: Fraction;
  /** Average return per coin of always cashing out here. */
  returned: Fraction;
}

/**
 * Every step of a game, exactly: k gems in a row are found in C(tiles - mines, k) of C(tiles, k) ways,
 * whichever plots are chosen.
 */
export function minefieldSteps(difficulty: Difficulty): MinefieldStep[] {
  const { tiles } = difficulty;
  const allGems = gemsOf(difficulty);
  const steps: MinefieldStep[] = [];
  let ways = 1n;
  let of = 1n;
  for (let gems = 1; gems <= allGems; gems++) {
    const gemsLeft = allGems - gems + 1;
    const tilesLeft = tiles - gems + 1;
    ways *= BigInt(gemsLeft);
    of *= BigInt(tilesLeft);
    const hundredths = minefieldHundredths(difficulty, gems);
    steps.push({
      gems,
      hundredths,
      chance: lowest(ways, of),
      lastGem: lowest(BigInt(gemsLeft), BigInt(tilesLeft)),
      returned: lowest(ways * BigInt(hundredths), of * 100n),
    });
  }
  return steps;
}

export const fractionValue = ({ numerator, denominator }: Fraction): number => numerator / denominator;

/** 9680 is 96.8 of 100. Not rounded to whole ones: what is shown is rounded once, when it is written. */
export const basisPoints = ({ numerator, denominator }: Fraction): number =>
  (numerator * 10_000) / denominator;

function lowest(numerator: bigint, denominator: bigint) {
  let [divisor, rest] = [numerator, denominator];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return { numerator: Number(numerator / divisor), denominator: Number(denominator / divisor) };
}

/** An exact fraction in lowest terms. */
export type Fraction = ReturnType<typeof lowest>;
