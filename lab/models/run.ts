/**
 * `npm run model -- [--samples N] [--replay N] [--seed N]`: simulates the models, complete and without each guard, and
 * prints what finds the removal of each. `--replay` plays that many traces of each replayed model against the real
 * services on a PostgreSQL of its own instead.
 */
import { parseArgs } from 'node:util';
import { showProgress } from '../../apps/server/src/platform/progress.ts';
import { openModel } from './quint.ts';
import { startSharedPostgres } from '../../apps/server/test/shared-postgres.ts';
import { replays } from './replays.ts';
import { isExpected, models, simulate } from './models.ts';

const { values } = parseArgs({
  options: {
    samples: { type: 'string' },
    replay: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const isCount = (text = '1'): boolean => /^[1-9]\d{0,8}$/.test(text);
if (!isCount(values.samples) || !isCount(values.replay) || !isCount(values.seed)) {
  console.error('Usage: npm run model -- [--samples N] [--replay N] [--seed N]');
  process.exit(2);
}
const seed = BigInt(values.seed);

const simulateAll = async (samples: number): Promise<void> => {
  for (const model of models) {
    for await (const finding of simulate(model, { samples, seed })) {
      const { guard, fails } = finding;
      const found =
        finding.samples === undefined ? `none in ${samples} samples` : `after ${finding.samples} samples`;
      console.log(
        [model.name, guard ?? '(all guards)', fails, found].map((text) => text.padEnd(20)).join(' '),
      );
      if (!isExpected(finding)) process.exitCode = 1;
    }
  }
};

/** At a time: all traces of a simulation are in memory. */
const batch = 100;

const replayAll = async (count: number): Promise<void> => {
  const postgres = await startSharedPostgres();
  let played = 0;
  const stopProgress = showProgress(() => `${played} traces are replayed`);
  try {
    for (const { name, open } of replays) {
      const model = await openModel(name);
      const replay = await open(postgres.address);
      for (let from = 0; from < count; from += batch) {
        // Samples follow each other's random numbers, of which none takes as many as this.
        const traces = model.trace<never>({
          seed: seed + BigInt(from) * 10_000n,
          samples: Math.min(batch, count - from),
          steps: 30,
        });
        for (const trace of traces) {
          const difference = await replay.replay(trace.steps);
          played += 1;
          if (difference === undefined) continue;
          console.error(`${name}, seed ${trace.seed}: ${difference}`);
          process.exitCode = 1;
        }
      }
      await replay.close();
      console.log(`${name}: ${count} traces replayed`);
    }
  } finally {
    stopProgress();
    await postgres.stop();
  }
};

await (values.replay === undefined
  ? simulateAll(Number(values.samples ?? 150))
  : replayAll(Number(values.replay)));
