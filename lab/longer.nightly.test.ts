/** Searches that are short in CI, with as many seeds, traces and draws as a night has time for. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

const root = join(import.meta.dirname, '..');
const searches = globSync(
  [
    'lab/{models/models,models/round-replay,simulation/seeded-site}.test.ts',
    'games/test/secrets.slow.test.ts',
    'games/*/test/{*simulation,spins,chance}.slow.test.ts',
  ],
  { cwd: root },
);
// They read these when they are imported.
Object.assign(process.env, {
  MODEL_SAMPLES: '150',
  REPLAY_SEEDS: '5',
  SECRET_ROUNDS: '100',
  SIMULATED_DRAWS: '1000000',
  SIMULATION_SEEDS: '6',
});

describe.each(searches)('%s', async (file) => {
  await import(join(root, file));
});
