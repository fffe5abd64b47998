/**
 * Many rounds of Aviator from one chain of seeds: crash points are evenly distributed over equally likely bands,
 * and cashing out at any fixed multiplier returns the published share.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { simulatedDraws as rounds } from '../../test/simulated-draws.ts';
import { crashHundredths, valuesInAll, valuesReaching } from '../draw.ts';

const rtpBp = 9_700;

/** The critical value at 1 in 10,000 with 19 degrees of freedom. */
const critical = 50.8;

/** Lower edges of the bands, each but the first about a twentieth of all rounds; counted, not estimated. */
const edges = [100, ...Array.from({ length: 19 }, (_, at) => Math.floor(rtpBp / (0.95 - 0.05 * at) / 100))];

const chanceToReach = (hundredths: number): number =>
  Number(valuesReaching(hundredths, rtpBp)) / Number(valuesInAll);

test(`distributes the crash points of ${rounds} rounds over the bands as counted`, () => {
  const betsRoot = new Uint8Array(32).fill(7);
  let seed: Uint8Array = new Uint8Array(32).fill(42);
  const seen = edges.map(() => 0);
  const cashOuts = [101, 150, 200, 500, 1_000];
  const reached = cashOuts.map(() => 0);
  for (let round = rounds; round > 0; round--) {
    const crash = crashHundredths({ betsRoot, seed, round, rtpBp });
    const band = edges.findLastIndex((edge) => crash >= edge);
    seen[band] = (seen[band] ?? 0) + 1;
    cashOuts.forEach((asked, at) => {
      if (crash >= asked) reached[at] = (reached[at] ?? 0) + 1;
    });
    seed = createHash('sha256').update(seed).digest();
  }
  const chances = edges.map((edge, at) => chanceToReach(edge) - chanceToReach(edges[at + 1] ?? Infinity));
  expect(Math.min(...chances)).toBeGreaterThan(0.01);
  const evenness = chances.reduce(
    (sum, chance, at) => sum + ((seen[at] ?? 0) - rounds * chance) ** 2 / (rounds * chance),
    0,
  );
  expect(evenness).toBeLessThan(critical);
  cashOuts.forEach((asked, at) => {
    const chance = chanceToReach(asked);
    // 3.89 standard deviations, exceeded by chance once in ten thousand.
    const spread = 3.89 * Math.sqrt((chance * (1 - chance)) / rounds);
    expect(Math.abs((reached[at] ?? 0) / rounds - chance), `${asked / 100}x`).toBeLessThan(spread);
  });
});
