/** What a soak reads of the processes of a site and of its database, each minute. */
import { readdirSync } from 'node:fs';
import WebSocket from 'ws';
import { postmasterOf, residentMiB } from '../../apps/server/test/server-processes.ts';
import { familyMemory } from '../bench/lib/memory.ts';
import type { Cluster, Member } from '../faults/cluster.ts';

export interface ProcessReading {
  name: string;
  pid: number;
  rssMb: number;
  pssMb: number;
  heapMb: number;
  files: number;
  /** The delay of the event loop since the last reading, p99. */
  lagMs: number;
}

export interface DatabaseReading {
  /** Memory of the server and its backends. */
  pssMb: number;
  backends: number;
  sizeMb: number;
  deadRows: number;
  /** With indexes, the largest first. */
  tables: { name: string; mb: number }[];
  statements: Statement[];
}

export interface Statement {
  text: string;
  calls: number;
  ms: number;
  /** Pages of tables and indexes that it looked at: unlike its time, they do not depend on how busy the machine is. */
  pages: number;
}

const megabyte = 2 ** 20;

/** As in scripts/start.sh, and the inspector, which is asked for the heap. */
export const inspectedOptions = '--max-semi-space-size=2 --inspect=127.0.0.1:0';

/** The heap after a collection. */
const readHeap = (output: string): Promise<number> =>
  new Promise((resolve) => {
    const [url] = /ws:\/\/127\.0\.0\.1:\d+\/[\da-f-]+/.exec(output) ?? [];
    if (url === undefined) return resolve(Number.NaN);
    const socket = new WebSocket(url);
    const ask = (id: number, method: string) => socket.send(JSON.stringify({ id, method }));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Number.NaN));
    socket.on('open', () => ask(1, 'HeapProfiler.collectGarbage'));
    socket.on('message', (data: Buffer) => {
      const { id, result } = JSON.parse(data.toString()) as { id: number; result: { usedSize: number } };
      if (id === 1) return ask(2, 'Runtime.getHeapUsage');
      resolve(result.usedSize / megabyte);
      socket.terminate();
    });
  });

const readLag = async (url: string): Promise<number> => {
  const text = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) })
    .then((answer) => answer.text())
    .catch(() => '');
  return 1_000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN);
};

const pssMb = (pid: number): number => (familyMemory(pid)?.total ?? Number.NaN) / megabyte;

export const readProcess = async ({ name, url, site }: Member): Promise<ProcessReading> => {
  const pid = site.child.pid ?? 0;
  const lagMs = await readLag(url);
  const memory = { rssMb: residentMiB(pid), pssMb: pssMb(pid), files: readdirSync(`/proc/${pid}/fd`).length };
  return { name, pid, ...memory, lagMs, heapMb: await readHeap(site.output()) };
};

/** Called once: what statements cost is counted from then on. */
export const countStatements = async ({ asOwner }: Pick<Cluster, 'asOwner'>): Promise<void> => {
  await asOwner('CREATE SCHEMA watched');
  await asOwner('CREATE EXTENSION pg_stat_statements SCHEMA watched');
};

/** What PostgreSQL needs for that. */
export const countingSettings = { shared_preload_libraries: 'pg_stat_statements' };

export const readDatabase = async ({
  asOwner,
  dataDir,
}: Pick<Cluster, 'asOwner' | 'dataDir'>): Promise<DatabaseReading> => {
  const [row] = await asOwner<{ size: string; dead: string; backends: number }>(
    `SELECT pg_database_size(current_database())::text AS size,
      (SELECT sum(n_dead_tup)::text FROM pg_stat_user_tables) AS dead,
      (SELECT count(*)::integer FROM pg_stat_activity WHERE backend_type = 'client backend') AS backends`,
  );
  const tables = await asOwner<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_total_relation_size(relid)::text AS bytes FROM pg_stat_user_tables
      ORDER BY pg_total_relation_size(relid) DESC LIMIT 40`,
  );
  const statements = await asOwner<Statement>(
    `SELECT queryid || ' ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 90) AS text,
        calls::float AS calls, total_exec_time AS ms, (shared_blks_hit + shared_blks_read)::float AS pages
      FROM watched.pg_stat_statements JOIN pg_database d ON d.oid = dbid AND d.datname = current_database()`,
  );
  return {
    pssMb: pssMb(postmasterOf(dataDir)),
    backends: row?.backends ?? Number.NaN,
    sizeMb: Number(row?.size) / megabyte,
    deadRows: Number(row?.dead),
    tables: tables.map(({ name, bytes }) => ({ name, mb: Number(bytes) / megabyte })),
    statements,
  };
};

/** With fewer calls a mean says little. */
const fewCalls = 10;

/** The five statements that became the slowest, in all calls since `before`, next to the first reading. */
export const findSlower = (first: DatabaseReading, now: DatabaseReading, before = first): string[] => {
  const [early, old] = [first, before].map(
    ({ statements }) => new Map(statements.map((statement) => [statement.text, statement])),
  );
  return now.statements
    .flatMap((statement) => {
      const was = early?.get(statement.text);
      const since = subtract(statement, old?.get(statement.text));
      if (was === undefined || Math.min(was.calls, since.calls) < fewCalls) return [];
      return [{ was, since, moreMs: since.ms - (since.calls * was.ms) / was.calls }];
    })
    .filter(({ moreMs }) => moreMs > 0)
    .toSorted((one, other) => other.moreMs - one.moreMs)
    .slice(0, 5)
    .map(({ was, since }) => `slower: ${describeCall(was)}, now ${describeCall(since)}: ${was.text}`);
};

const subtract = (now: Statement, before: Statement | undefined): Statement =>
  // PostgreSQL counts anew after a crash.
  before === undefined || before.calls > now.calls
    ? now
    : {
        ...now,
        calls: now.calls - before.calls,
        ms: now.ms - before.ms,
        pages: now.pages - before.pages,
      };

const describeCall = ({ calls, ms, pages }: Statement): string =>
  `${(ms / calls).toFixed(2)} ms and ${(pages / calls).toFixed(0)} pages`;
