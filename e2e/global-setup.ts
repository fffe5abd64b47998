/** Once per run: builds the pages of each kind of site if they are stale, and starts the PostgreSQL that sites share. */
import { startSharedPostgres } from '../apps/server/test/shared-postgres.ts';
import { buildWeb } from '../apps/web/build/build-web.ts';
import { shareAddress } from './shared-address.ts';
import { siteKinds } from './site-settings.ts';

export default async function prepare(): Promise<() => Promise<void>> {
  for (const settings of Object.values(siteKinds))
    await buildWeb({ log: console.log, env: { ...process.env, ...settings } });
  const postgres = await startSharedPostgres();
  shareAddress(postgres.address);
  return postgres.stop;
}
