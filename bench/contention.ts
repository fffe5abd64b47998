/**
 * Durable bets of players drawn by Zipf's law: the higher its exponent, the more bets are of the same few wallets. At 1.5
 * two of five bets are of one player, which the site's limit on a player's calls would refuse; it is off here.
 */
import { doubleTrouble, measureMs, startSite, warmUpMs } from './bets-subjects.ts';
import { alternate } from './lib/alternate.ts';
import { startBenchPostgres } from './lib/bench-postgres.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(3, 1));
const inFlight = 64;
const exponents = sized([0, 0.5, 1, 1.5], [0, 1.5]);

const columns: readonly Column[] = [
  { figure: 'rate', label: 'bets/s', digits: 0 },
  { figure: 'p50Ms', label: 'p50', unit: 'ms', digits: 1 },
  { figure: 'p99Ms', label: 'p99', unit: 'ms', digits: 1 },
  { figure: 'databaseUs', label: 'database', unit: 'µs', digits: 0 },
  { figure: 'programUs', label: 'site', unit: 'µs', digits: 0 },
];

const nameOf = (exponent: number): string => `exponent ${exponent}`;

export const benchContention = async (): Promise<void> => {
  const postgres = await startBenchPostgres({ max_connections: '60' });
  const site = await startSite(postgres, 'site', { game: doubleTrouble });
  const subjects = await alternate(
    exponents.map((zipfExponent) =>
      site.subject({ name: nameOf(zipfExponent), inFlight, withKeys: true, zipfExponent }),
    ),
    rounds,
  );
  await site.stop();
  await postgres.stop();
  report('contention', [
    {
      title: `Durable bets with ${inFlight} in flight by how unevenly they are spread over players, ${rounds} alternating runs of ${measureMs / 1000} s after ${warmUpMs / 1000} s of warm-up`,
      columns,
      reference: nameOf(0),
      subjects,
    },
  ]);
};
