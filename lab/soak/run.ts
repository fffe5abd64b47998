/**
 * `npm run soak -- [--minutes=180] [--sockets=500] [--players=50] [--processes=2] [--kill-every=10] [--shift=30]`:
 * hours of a site under play and kills, on loopback only. Lines for each minute, and a table at the end: what grew.
 * With players, and after at least 10 minutes, the table is a result of the benchmarks.
 */
import { cleanUpOnSignals, runCleanups, useTemporaryFolder } from '../bench/lib/cleanups.ts';
import { readNumbers } from '../bench/lib/number-options.ts';
import { reportGrowth } from './growth.ts';
import { soak } from './soak.ts';

const values = readNumbers(
  'soak',
  { minutes: 180, sockets: 500, players: 50, processes: 2, 'kill-every': 10, shift: 30 },
  ['minutes', 'processes'],
);
const { minutes, sockets, players, processes } = values;
cleanUpOnSignals();
useTemporaryFolder('soak');

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
reportGrowth(soaked, `${players} players and ${sockets} sockets`, soaked.minutes >= 10 && players > 0);
for (const problem of soaked.problems) console.log(`PROBLEM ${problem}`);
process.exitCode = soaked.problems.length > 0 ? 1 : 0;
