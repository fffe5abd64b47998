/**
 * `npm run soak -- [--minutes=180] [--sockets=500] [--players=50] [--processes=2] [--kill-every=10] [--shift=30]`:
 * hours of a site under play and kills, on loopback only. Lines for each minute, and a table at the end: what grew.
 * With players, and at least 10 minutes, the table is a result of the benchmarks.
 */
import { parseArgs } from 'node:util';
import { runCleanups } from '../bench/lib/cleanups.ts';
import { reportGrowth } from './growth.ts';
import { soak } from './soak.ts';

const defaults = { minutes: 180, sockets: 500, players: 50, processes: 2, 'kill-every': 10, shift: 30 };
const options = Object.fromEntries(
  Object.entries(defaults).map(([name, value]) => [name, { type: 'string', default: `${value}` } as const]),
);
const given = Object.entries(parseArgs({ options }).values).map(([name, value]) => [name, Number(value)]);
const values = Object.fromEntries(given) as typeof defaults;
const { minutes, sockets, players, processes } = values;
if (!Object.values(values).every((value) => value >= 0)) {
  console.error('Each option is a number.');
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void runCleanups().finally(() => process.exit(130)));

const soaked = await soak({
  minutes,
  sockets,
  players,
  processes,
  killEveryMinutes: values['kill-every'],
  shiftMinutes: values.shift,
  readEveryMinutes: 1,
  print: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
}).finally(runCleanups);
reportGrowth(soaked, `${players} players and ${sockets} sockets`, minutes >= 10 && players > 0);
for (const problem of soaked.problems) console.log(`PROBLEM ${problem}`);
process.exitCode = soaked.problems.length > 0 ? 1 : 0;
