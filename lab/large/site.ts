/** The PostgreSQL of a filled site, which keeps what each statement did. */
import { join } from 'node:path';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { connectionString, startBenchPostgres } from '../bench/lib/bench-postgres.ts';

/** As the embedded server of a site, but for what counts statements. */
const settings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.max': '20000',
  max_connections: '60',
  max_wal_size: '4GB',
};

export const openLargeDatabase = async () => {
  const { folder, addDatabase, open, time, stop } = await startBenchPostgres(settings);
  const address = await addDatabase('large');
  const database = open(address);
  await migrate(database);
  // Apart, so that the audit does not see its columns.
  await database.query({ text: 'CREATE SCHEMA counted', values: [] });
  await database.query({ text: 'CREATE EXTENSION pg_stat_statements SCHEMA counted', values: [] });
  return {
    database,
    url: connectionString(address),
    seedKeyFile: join(folder, 'seed.key'),
    folder,
    /** Microseconds of processor time that the server has used until now. */
    time: (): number => time() ?? Number.NaN,
    stop,
  };
};

export type LargeDatabase = Awaited<ReturnType<typeof openLargeDatabase>>;
