/**
 * The PostgreSQL server of a benchmark: embedded and durable, in a temporary folder, with databases for each subject.
 */
import { chmodSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openDatabase,
  patientMs,
  type Database,
} from '../../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/database/embedded-postgres.ts';
import type { EmbeddedAddress } from '../../../apps/server/src/platform/database/embedded-postgres-server.ts';
import { addCleanup } from './cleanups.ts';
import { childrenOf, familyTime } from './processor-time.ts';

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

export const startBenchPostgres = async (settings: Readonly<Record<string, string>> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-bench-'));
  const removeFolder = addCleanup(() => rm(folder, { recursive: true, force: true }));
  // The database may run as another user, which needs access to the folder.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'database');
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, settings });
  const stopServer = addCleanup(() => server.stop());
  const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const closes: (() => Promise<void>)[] = [];
  const open = (address: EmbeddedAddress): Database => {
    // Statements that prepare a benchmark write millions of rows.
    const database = openDatabase({
      address,
      connections: 2,
      answerWithinMs: patientMs,
      onError: () => undefined,
    });
    closes.push(addCleanup(() => database.close()));
    return database;
  };
  const admin = open(server.address);
  return {
    /** For the data of sites, and for files. */
    folder,
    open,
    /** Microseconds of processor time that the server has used until now. */
    time: (): number | undefined => familyTime(pid),
    /** The processes of the server. */
    pids: (): number[] => [pid, ...childrenOf(pid)],
    /** Creates a database, and gives its address. */
    async addDatabase(name: string): Promise<EmbeddedAddress> {
      await admin.query({ text: `CREATE DATABASE ${name}`, values: [] });
      return { ...server.address, database: name };
    },
    async stop() {
      for (const close of closes) await close();
      await stopServer();
      await removeFolder();
    },
  };
};

export type BenchPostgres = Awaited<ReturnType<typeof startBenchPostgres>>;

/** The folder of a Unix socket is not a valid host of a URL, so it is passed as a parameter. */
export const connectionString = ({ host, port, user, password, database }: EmbeddedAddress): string =>
  `postgresql://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/**
 * Entries of B-tree indexes that have one for each row. A backend reports what it added once a second at most, and for
 * all tables at once: only the ratio of entries to rows is exact.
 */
export const readIndexWrites = async ({ query }: Database, table: string) => {
  const [row] = await query<{ entries: string; rows: string }>({
    text: `SELECT coalesce(sum((s.n_tup_ins + s.n_tup_upd - s.n_tup_hot_upd) * i.indexes), 0)::text AS entries,
        coalesce(sum(s.n_tup_ins) FILTER (WHERE s.relid = $1::regclass), 0)::text AS rows
      FROM pg_stat_user_tables s CROSS JOIN LATERAL (
        SELECT count(*) AS indexes
        FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid JOIN pg_am m ON m.oid = c.relam
        WHERE x.indrelid = s.relid AND x.indpred IS NULL AND m.amname = 'btree') i`,
    values: [table],
  });
  return { entries: Number(row?.entries), rows: Number(row?.rows) };
};

/** The place in the log that the server writes next, in bytes. */
export const writtenBytes = async ({ query }: Database): Promise<number> => {
  const [row] = await query<{ bytes: string }>({
    text: `SELECT (pg_current_wal_insert_lsn() - '0/0')::text AS bytes`,
    values: [],
  });
  return Number(row?.bytes);
};
