/** Once per run: builds the pages if they are stale, and starts the PostgreSQL that the workers' sites share. */
import { startSharedPostgres } from '../apps/server/test/shared-postgres.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { shareAddress } from './shared-address.ts';

export default async function prepare(): Promise<() => Promise<void>> {
  const [postgres] = await Promise.all([startSharedPostgres(), buildWeb({ log: console.log })]);
  shareAddress(postgres.address);
  return postgres.stop;
}
