/**
 * Walks through a site in each engine that is installed here, in all of them at once: much of a walk is spent
 * waiting for draws and flights.
 */
import { afterAll, beforeAll, it } from 'vitest';
import {
  browserSite,
  makeDataDir,
  startSiteProcess,
  type RunningSite,
} from '../../apps/server/test/site-process.ts';
import { siteKinds } from '../../e2e/site-settings.ts';
import type { Size } from '../../e2e/engine-page.ts';
import { engines, type Engine } from './engine.ts';
import { walk } from './walk.ts';

export const walkEngines = (sizeIn: (engine: Engine) => Size, paths: readonly string[] = []): void => {
  let site: RunningSite | undefined;
  let removeData = (): Promise<void> => Promise.resolve();

  beforeAll(async () => {
    const { dataDir, remove } = await makeDataDir();
    removeData = remove;
    site = await startSiteProcess({ ...siteKinds.drawing, DATA_DIR: dataDir }, browserSite);
  });
  afterAll(async () => {
    await site?.end('SIGTERM');
    await removeData();
  });

  for (const engine of engines) {
    const isMissing = engine.missing !== undefined;
    if (isMissing) console.log(`${engine.name} was skipped. To test it, ${engine.missing}`);
    it.skipIf(isMissing).concurrent(
      `${engine.name} shows the games, settles a bet in each, and shows the pages of a player`,
      () => walk(engine, sizeIn(engine), site?.url ?? '', paths),
    );
  }
};
