/** F21: randomised simulations of a complete site for a fixed number of seeds, or SIMULATION_SEEDS. */
import { expect, it } from 'vitest';
import { playSeed } from './play-seed.ts';

const seeds = Number(process.env['SIMULATION_SEEDS'] ?? 2);

it('F21, F17, F4: executes acknowledged calls exactly once, whatever the faults of the database', async () => {
  const sums = { seeds, calls: 0, wins: 0, faults: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const { calls, wins, faults } = await playSeed(seed);
    sums.calls += calls.length;
    sums.wins += wins;
    sums.faults += Object.values(faults).reduce((sum, count) => sum + count, 0);
  }
  console.log(`simulated: ${JSON.stringify(sums)}`);
  expect(sums.wins, 'the simulation was not vacuous').toBeGreaterThan(10 * seeds);
  expect(sums.faults).toBeGreaterThan(5 * seeds);
}, 100_000_000);
