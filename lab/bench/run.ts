/**
 * `npm run bench [-- --short] [NAME …]`: all benchmarks, or the named ones. Each prints a table
 * and removes what it created.
 */
import { cpus } from 'node:os';
import { showProgress } from '../../apps/server/src/platform/progress.ts';
import { benchBets } from './bets.ts';
import { benchCapacity } from './capacity.ts';
import { benchClubs } from './clubs.ts';
import { benchFanOut } from './fan-out.ts';
import { benchLeaderboard } from './leaderboard.ts';
import { cleanUpOnSignals, runCleanups } from './lib/cleanups.ts';
import { benchLottery } from './lottery-settle.ts';
import { benchPages } from './pages.ts';
import { benchRound } from './round.ts';
import { isShort } from './lib/short.ts';
import { benchSize } from './size.ts';
import { benchSpectators } from './spectators.ts';
import { benchStart } from './start.ts';
import { benchVisitors } from './visitors.ts';
import { benchWait } from './round-wait.ts';

const benches: Readonly<Record<string, () => Promise<void>>> = {
  bets: benchBets,
  round: benchRound,
  capacity: benchCapacity,
  clubs: benchClubs,
  'fan-out': benchFanOut,
  lottery: benchLottery,
  leaderboard: benchLeaderboard,
  size: benchSize,
  start: benchStart,
  pages: benchPages,
  spectators: benchSpectators,
  visitors: benchVisitors,
  wait: benchWait,
};
/** These wait for rounds most of the time. Where no figures are compared, they run at the same time as the others. */
const followsRounds: ReadonlySet<string> = new Set(['round', 'capacity', 'spectators', 'wait']);
/** A benchmark may take so many minutes. */
const maxMinutes = 30;
/** Hundreds of runs of Lighthouse, and ten minutes of players for each subject and run. */
const longerMinutes: Readonly<Record<string, number>> = { pages: 90, size: 120 };

const runInTurn = async (names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const startedAt = performance.now();
    const minutes = longerMinutes[name] ?? maxMinutes;
    const limit = setTimeout(
      () => void exit(1, `${name} took longer than ${minutes} minutes.`),
      minutes * 60_000,
    );
    const stopProgress = showProgress(() => `${name} runs`);
    await benches[name]?.();
    stopProgress();
    clearTimeout(limit);
    console.log(`${name}: ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }
};

const exit = async (code: number, reason?: string): Promise<never> => {
  if (reason !== undefined) console.error(reason);
  await runCleanups();
  process.exit(code);
};

const names = process.argv.slice(2).filter((word) => word !== '--short');
const unknown = names.find((name) => !Object.hasOwn(benches, name));
if (unknown !== undefined) {
  await exit(1, `Unknown benchmark "${unknown}": choose from ${Object.keys(benches).join(', ')}.`);
}

cleanUpOnSignals();

const cores = cpus();
console.log(
  `${cores.length} x ${cores[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}. ` +
    `Clients, server and database share these cores.`,
);
try {
  const chosen = names.length > 0 ? names : Object.keys(benches);
  const isApart = (name: string) => isShort && followsRounds.has(name);
  await Promise.all([
    runInTurn(chosen.filter((name) => !isApart(name))),
    ...chosen.filter(isApart).map((name) => runInTurn([name])),
  ]);
  await exit(0);
} catch (error) {
  console.error(error);
  await exit(1);
}
