/** Starts the site once, on a data folder of its own, and ends it after the last test. */
import { makeDataDir, startSiteProcess } from '../apps/server/test/site-process.ts';

export default async function startSite(): Promise<() => Promise<void>> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSiteProcess({
    DATA_DIR: dataDir,
    AVIATOR_COUNTDOWN_MS: '6000',
    AD_SECONDS: '2',
    DOUBLE_TROUBLE_INTERVAL_MS: '8000',
  });
  process.env['SITE_UNDER_TEST'] = site.url;
  process.env['SITE_UNDER_TEST_DATA'] = dataDir;
  return async () => {
    await site.end('SIGTERM');
    await remove();
  };
}
