/**
 * Visitors who come to a busy site: each opens a connection, makes one call, and leaves after three seconds without an
 * answer, while players keep the process busy with calls on connections that stay open. `BENCH_AGAINST=FOLDER` adds
 * another checkout of this repository. `BENCH_VISITORS` is how many come in a second; neither run is kept as a result.
 */
import { join } from 'node:path';
import { makeDataDir, siteOfCalls, startSiteProcess } from '../../apps/server/test/site-process.ts';
import { alternate, type Subject } from './lib/alternate.ts';
import { addCleanup } from './lib/cleanups.ts';
import { startChild } from './lib/child.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';
import type { VisitorsRequest, VisitorsResult } from './visitors-load.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(3, 1));
const usualRate = 400;
const visitorsPerSecond = Number(process.env['BENCH_VISITORS'] ?? usualRate);
const kept = 400;
const patienceMs = 3_000;
const [warmUpMs, measureMs] = [sized(6_000, 500), sized(15_000, 1_000)];

const columns: readonly Column[] = [
  { figure: 'answered', label: 'visitors answered', unit: '%', digits: 1 },
  { figure: 'p50Ms', label: 'p50', unit: 'ms', digits: 0 },
  { figure: 'p99Ms', label: 'p99', unit: 'ms', digits: 0 },
  { figure: 'callsPerSecond', label: 'calls of players per s', digits: 0 },
];

const here = new URL('../..', import.meta.url).pathname;

export const benchVisitors = async (): Promise<void> => {
  const other = process.env['BENCH_AGAINST'];
  const subjects = [
    { name: 'the site', run: () => visit(here) },
    ...(other === undefined ? [] : [{ name: 'the other checkout', run: () => visit(other) }]),
  ] satisfies Subject[];
  const table = {
    title: `${visitorsPerSecond} visitors a second beside ${kept} calls in flight`,
    columns,
    subjects: await alternate(subjects, rounds),
  };
  report('visitors', [table], { isCommitted: other === undefined && visitorsPerSecond === usualRate });
};

const visit = async (checkout: string) => {
  const { dataDir, remove } = await makeDataDir();
  const program = join(checkout, siteOfCalls.slice(here.length));
  const site = await startSiteProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, program);
  const end = addCleanup(async () => {
    await site.end('SIGTERM');
    await remove();
  });
  const guest = await fetch(`${site.url}/api/auth/guest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ adult: true }),
  });
  const { token } = (await guest.json()) as { token: string };
  const load = startChild<VisitorsRequest, VisitorsResult>('visitors-load.ts');
  const request = {
    url: site.url,
    token,
    kept,
    visitorsPerSecond,
    patienceMs,
    warmUpMs,
    measureMs,
  };
  const result = await load.request(request, warmUpMs + measureMs + 60_000);
  await load.end();
  await end();
  return { ...result, answered: result.answered * 100 };
};
