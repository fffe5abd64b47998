import { expect, it } from 'vitest';
import { addSums, bandOf, judge, lnEvidence } from './monitor.ts';
import { createMonitorDay, type MonitoredGames, type MonitoredRound } from './monitor-day.ts';
import { openStream } from './stream.ts';

const games: MonitoredGames = new Map([
  [
    'coin',
    {
      chance: ({ max = 0 }) => (max > 0 ? 1 / max : undefined),
      wins: ({ side }: { side: number }) => side === 1,
      maxReturn: () => 0.9,
      playedMs: ({ side }: { side: number }) => side * 1_000,
      outcome: () => ({ side: 1 }),
    },
  ],
]);
const beacon = { genesisMs: 0, periodMs: 1_000 };

const drawn = (side: number, more: Partial<MonitoredRound> = {}): MonitoredRound => ({
  game: 'coin',
  id: '1',
  max: 2,
  at: new Date(0).toISOString(),
  beaconRound: null,
  betCount: 1,
  betsRoot: '00'.repeat(32),
  staked: 10,
  seed: '11'.repeat(32),
  outcome: { side },
  won: 0,
  paid: 0,
  void: null,
  ...more,
});

const sumsOf = (...rounds: MonitoredRound[]) => {
  const day = createMonitorDay(games, beacon);
  for (const round of rounds) day.add(round);
  return day.sums();
};

/** A fair coin, or one with another chance, from fixed bytes. */
const tosses = (count: number, chance: number, context: string): number => {
  const words = openStream(new Uint8Array(32).fill(7), context);
  return Array.from({ length: count }, () => words.below(1_000_000)).filter((word) => word < chance * 1e6)
    .length;
};

it('counts rounds, the imagined bet, payments, late draws and voids apart by rules', () => {
  const late = { beaconRound: 11, at: new Date(10_000 + 1_000 + 30_000).toISOString() };
  const inTime = { ...late, at: new Date(10_000 + 1_000 + 29_999).toISOString() };
  const [two, three, ...others] = sumsOf(
    drawn(1, { paid: 18, won: 1, ...late }),
    drawn(1, inTime),
    drawn(2),
    drawn(0, { void: { reason: 'stopped' }, outcome: null }),
    drawn(0, { void: { reason: 'stopped' }, outcome: null, beaconRound: 3 }),
    drawn(2, { max: 3 }),
    drawn(2, { game: 'unknown' }),
  );
  expect(others).toEqual([]);
  expect(two).toMatchObject({ chance: 0.5, rounds: 3, wins: 2, bets: 3, staked: 30, paid: 18, late: 1 });
  expect(two).toMatchObject({ voids: 2, voidOutcomes: 1, voidWins: 1 });
  expect(three).toMatchObject({ terms: { max: 3 }, rounds: 1, wins: 0 });
});

it('has no verdict on rounds whose rules the log does not name', () => {
  const [sums] = sumsOf(drawn(1, { max: 0 }));
  expect(sums).toMatchObject({ chance: null, rounds: 1, wins: 0 });
  expect(sums && judge(sums)).toMatchObject({ lnOtherChance: 0, isOutside: false });
});

it('adds days up to what one day of all rounds would be', () => {
  const rounds = [drawn(1, { paid: 20, won: 1 }), drawn(2), drawn(1, { max: 3 })];
  const [all] = [sumsOf(...rounds)];
  const added = addSums(rounds.map((round) => sumsOf(round)));
  expect(added).toEqual(
    all?.map((sums) => ({ ...sums, growth: sums.growth.map((value) => expect.closeTo(value, 9) as number) })),
  );
});

it('is the e-value of the mixture: its expectation under the chance is one', () => {
  const [rounds, chance] = [12, 0.3];
  let expected = 0;
  let ways = 1;
  for (let wins = 0; wins <= rounds; wins += 1) {
    const probability = ways * chance ** wins * (1 - chance) ** (rounds - wins);
    expected += probability * Math.exp(lnEvidence(rounds, wins, chance));
    ways = (ways * (rounds - wins)) / (wins + 1);
  }
  expect(expected).toBeCloseTo(1, 9);
});

it('keeps a fair chance in the band at every look, and notices one that is two percent points off', () => {
  for (let run = 0; run < 20; run += 1) {
    for (const count of [10, 100, 1_000, 10_000]) {
      const { low, high } = bandOf(count, tosses(count, 0.485, `fair ${run}`));
      expect(low).toBeLessThan(0.485);
      expect(high).toBeGreaterThan(0.485);
    }
  }
  expect(bandOf(50_000, tosses(50_000, 0.465, 'unfair')).high).toBeLessThan(0.485);
  expect(bandOf(0, 0)).toEqual({ low: 0, high: 1 });
  expect(bandOf(20, 0).low).toBe(0);
  expect(bandOf(20, 20).high).toBe(1);
});

it('notices that players are paid more than the rules can pay, and not that one of them was lucky', () => {
  const unjudged = { max: 0 };
  const lucky = sumsOf(
    drawn(1, { ...unjudged, paid: 10_000 }),
    ...Array.from({ length: 999 }, () => drawn(2, unjudged)),
  );
  expect(lucky.map((sums) => judge(sums).isOutside)).toEqual([false]);
  // Somebody who knows each result doubles each stake.
  const informed = sumsOf(...Array.from({ length: 40 }, () => drawn(2, { ...unjudged, paid: 20, won: 1 })));
  expect(informed.map((sums) => judge(sums).isOutside)).toEqual([true]);
  expect(informed.map((sums) => judge(sums).returned)).toEqual([2]);
});
