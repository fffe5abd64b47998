/**
 * Once per run: builds the pages if they are stale, for the usual kind of site, and starts the PostgreSQL
 * that sites share. Each other kind of site prerenders its pages when its first site starts, so that a run builds
 * only what its files need.
 */
import { startSharedPostgres } from '../apps/server/test/shared-postgres.ts';
import { buildWeb, finishBundle } from '../apps/web/build/build-web.ts';
import { excessOfBuilt } from './built-pages.ts';
import { shareAddress } from './shared-address.ts';
import { siteKinds } from './site-settings.ts';

export default async function prepare(): Promise<() => Promise<void>> {
  const build = { log: console.log, env: { ...process.env, ...siteKinds.usual } };
  const built = await buildWeb(build);
  await finishBundle(build);
  for (const excess of excessOfBuilt(built)) console.log(`Warning: ${excess}`);
  const postgres = await startSharedPostgres();
  shareAddress(postgres.address);
  return postgres.stop;
}
