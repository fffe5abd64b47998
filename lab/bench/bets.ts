/**
 * Durable bets over HTTP on one process of the site, with and without an idempotency key, next to other ways to move
 * money with the same PostgreSQL, and what a bet costs each side. `BENCH_AGAINST=FOLDER` adds another checkout of this
 * repository, as before a change.
 */
import { findPgbench, pgbenchHint } from './bets-pgbench.ts';
import {
  anchorSubjects,
  measureMs,
  pgbenchClients,
  plainSubject,
  startSite,
  statementSubject,
  warmUpMs,
  type SiteSubjects,
} from './bets-subjects.ts';
import { alternate, summarize, type Subject, type SubjectResult } from './lib/alternate.ts';
import { startBenchPostgres, type BenchPostgres } from './lib/bench-postgres.ts';
import { apartHint, keepApart } from './lib/cores.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(5, 1));
const inFlight = 64;
/** Shares of the rate that 64 in flight reach. */
const openLoopShares = sized([0.25, 0.5, 0.75], [0.5]);
const concurrencies = sized([1, 16, 64, 256], [1, 256]);

const rate: Column = { figure: 'rate', label: 'bets/s', digits: 0 };
const latency: readonly Column[] = [
  { figure: 'p50Ms', label: 'p50', unit: 'ms', digits: 1 },
  { figure: 'p99Ms', label: 'p99', unit: 'ms', digits: 1 },
];
const cost: readonly Column[] = [
  { figure: 'databaseUs', label: 'database', unit: 'µs', digits: 0 },
  { figure: 'programUs', label: 'site', unit: 'µs', digits: 0 },
  { figure: 'clientUs', label: 'load', unit: 'µs', digits: 0 },
  { figure: 'logBytes', label: 'log', unit: 'bytes', digits: 0 },
  { figure: 'indexEntries', label: 'index entries', digits: 1 },
  { figure: 'storedBytes', label: 'rows', unit: 'bytes', digits: 0 },
];

export const benchBets = async (): Promise<void> => {
  const postgres = await startBenchPostgres({ max_connections: '120' });
  const site = await startSite(postgres, 'site');
  const other = process.env['BENCH_AGAINST'];
  const otherSite = other === undefined ? undefined : await startSite(postgres, 'other', { checkout: other });

  const withKeys = 'the site, with a key';
  const subjects: Subject[] = [
    site.subject({ name: withKeys, inFlight, withKeys: true }),
    site.subject({ name: 'the site, without a key', inFlight, withKeys: false }),
  ];
  if (otherSite) {
    subjects.push(
      otherSite.subject({ name: 'the other checkout, with a key', inFlight, withKeys: true }),
      otherSite.subject({ name: 'the other checkout, without a key', inFlight, withKeys: false }),
    );
  } else {
    subjects.push(await plainSubject(postgres, inFlight));
    const pgbench = findPgbench();
    if (pgbench === undefined) console.log(pgbenchHint);
    else
      subjects.push(
        await statementSubject(postgres, pgbench, site),
        ...(await anchorSubjects(postgres, pgbench)),
      );
  }
  const compared = await alternate(subjects, rounds);

  const byConcurrency = otherSite
    ? []
    : await alternate(
        concurrencies.flatMap((count) =>
          [true, false].map((isKeyed) =>
            site.subject({
              name: `${count} in flight, ${isKeyed ? 'with' : 'without'} a key`,
              inFlight: count,
              withKeys: isKeyed,
            }),
          ),
        ),
        rounds,
      );
  const highest = summarize(compared[0]?.runs['rate'] ?? []).median;
  const openLoop = otherSite
    ? []
    : await alternate(
        openLoopShares.map((share) =>
          site.subject({
            name: `${100 * share} % of the highest rate`,
            inFlight: 256,
            withKeys: true,
            // A short run on a busy machine may have accepted none.
            ratePerSecond: Math.max(1, share * highest),
          }),
        ),
        rounds,
      );
  const apart = otherSite ? [] : await measureApart(site, postgres);
  await site.stop();
  await otherSite?.stop();
  await postgres.stop();

  const seconds = `${rounds} alternating runs of ${measureMs / 1000} s after ${warmUpMs / 1000} s of warm-up`;
  const columns = [rate, ...latency, ...cost];
  const comparison = {
    title: `Durable bets with ${inFlight} in flight (pgbench with ${pgbenchClients} clients), ${seconds}`,
    columns,
    reference: withKeys,
    subjects: compared,
  };
  if (otherSite) report('bets-against', [comparison], { isCommitted: false });
  else {
    report('bets', [
      comparison,
      { title: `Durable bets by concurrency, ${seconds}`, columns, subjects: byConcurrency },
      {
        title: `Bets with a key that are due at a fixed rate, timed from when they are due, ${seconds}`,
        columns: [...[...latency].reverse(), rate],
        subjects: openLoop,
      },
      {
        title: `Bets with a key, the load on a core of its own, ${seconds}`,
        columns: [...[...latency].reverse(), rate],
        subjects: apart,
      },
    ]);
  }
};

/** The highest rate, and how long bets take at half of it, where the load takes nothing from site and database. */
const measureApart = async (site: SiteSubjects, postgres: BenchPostgres): Promise<SubjectResult[]> => {
  const rejoin = keepApart([site.pid, ...postgres.pids()]);
  if (!rejoin) {
    console.log(apartHint);
    return [];
  }
  const load = { inFlight, withKeys: true };
  const full = await alternate([site.subject({ name: 'cores apart', ...load })], rounds);
  const ratePerSecond = Math.max(1, summarize(full[0]?.runs['rate'] ?? []).median / 2);
  const half = { name: 'cores apart, half of the rate', inFlight: 256, withKeys: true, ratePerSecond };
  const atHalf = await alternate([site.subject(half)], rounds);
  rejoin();
  return [...full, ...atHalf];
};
