/** The PostgreSQL of a filled site, which keeps what each statement did. */
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, patientMs, type Database } from '../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { addCleanup } from '../bench/lib/cleanups.ts';
import { connectionString } from '../bench/lib/bench-postgres.ts';
import { familyTime } from '../bench/lib/processor-time.ts';

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

/** As the embedded server of a site, but for what counts statements. */
const settings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.max': '20000',
  max_connections: '60',
  max_wal_size: '4GB',
};

export const openLargeDatabase = async (folder: string) => {
  const isNew = !readable(join(folder, 'database', 'postgres', 'PG_VERSION'));
  mkdirSync(folder, { recursive: true });
  // The database may run as another user, which needs access to the folder.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'database');
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, settings });
  const stopServer = addCleanup(() => server.stop());
  const database: Database = openDatabase({
    address: server.address,
    connections: 2,
    answerWithinMs: patientMs,
    applicationName: 'fairground-large',
    onError: () => undefined,
  });
  const close = addCleanup(() => database.close());
  if (isNew) {
    await migrate(database);
    // Apart, so that the audit does not see its columns.
    await database.query({ text: 'CREATE SCHEMA counted', values: [] });
    await database.query({ text: 'CREATE EXTENSION pg_stat_statements SCHEMA counted', values: [] });
  }
  const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    database,
    isNew,
    url: connectionString(server.address),
    seedKeyFile: join(folder, 'seed.key'),
    folder,
    /** Microseconds of processor time that the server has used until now. */
    time: (): number => familyTime(pid) ?? Number.NaN,
    async stop() {
      await close();
      await stopServer();
    },
  };
};

export type LargeDatabase = Awaited<ReturnType<typeof openLargeDatabase>>;

const readable = (path: string): boolean => {
  try {
    return readFileSync(path).length > 0;
  } catch {
    return false;
  }
};
