/**
 * `npm run simulate -- --seed N [--steps N] [--queries]`: plays one seed of the test-site simulation and prints what
 * happened: each call with its last answer, or with `--queries` each query in the order in
 * which it reached the database.
 */
import { parseArgs } from 'node:util';
import { startSharedPostgres } from '../../apps/server/test/shared-postgres.ts';
import { showProgress } from '../../apps/server/src/platform/progress.ts';
import { playSeed } from './play-seed.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, steps: { type: 'string' }, queries: { type: 'boolean' } },
});
const isCount = (text: string | undefined): boolean => text === undefined || /^[1-9]\d{0,8}$/.test(text);
if (values.seed === undefined || !isCount(values.seed) || !isCount(values.steps)) {
  console.error('Usage: npm run simulate -- --seed N [--steps N] [--queries]');
  process.exit(2);
}

const stopProgress = showProgress(() => `seed ${values.seed} is played`);
const postgres = await startSharedPostgres();
try {
  const { history, faults, wins, calls } = await playSeed(Number(values.seed), {
    server: postgres.address,
    ...(values.steps === undefined ? {} : { steps: Number(values.steps) }),
  });
  if (values.queries) for (const line of history) console.log(line);
  else {
    for (const { player, path, body, key, answer } of calls)
      console.log(`player_${player} ${key} ${path} ${JSON.stringify(body)} -> ${answer}`);
  }
  const count = Object.entries(faults).map(([fault, times]) => `${times} ${fault}`);
  console.log(
    `seed ${values.seed}: ${calls.length} calls, ${wins} successful, ${history.length} queries; ` +
      `${count.join(', ')}; the audit is clean`,
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  stopProgress();
  await postgres.stop();
}
