/** The whole application in this process, on a database and a data folder of its own. */
import type { User } from '@fairground/contract/user';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { startSite, type Site } from '../src/app/site.ts';
import { systemClock, type Clock } from '../src/platform/clock.ts';
import { systemEntropy, type Entropy } from '../src/platform/entropy.ts';
import { createLogger } from '../src/platform/logger.ts';
import type { Passwords } from '../src/platform/passwords.ts';
import { createSeal, readSealKey, type Seal } from '../src/platform/seal.ts';
import { readSettings } from '../src/platform/settings.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import { createTestDatabase, type TestDatabase } from './harness.ts';
import { urlOf } from './shared-postgres.ts';

export interface WholeSite {
  site: Site;
  test: TestDatabase;
  dataDir: string;
  register(username: string): Promise<{ token: string; user: User }>;
  close(): Promise<void>;
}

/** The seal of a site that has been started on that folder. */
export const sealOf = async (dataDir: string): Promise<Seal> => {
  const key = await readSealKey(join(dataDir, 'seed.key'));
  if (!key) throw new Error('the site has no seed key');
  return createSeal(key);
};

export interface WholeSiteOptions {
  env?: Record<string, string>;
  log?: Logger;
  /** Links of new seed chains; few are made in a moment. */
  chainLinks?: number;
  /** A database made before, such as one whose clock the test moves; closed with the site. */
  test?: TestDatabase;
  clock?: Clock;
  entropy?: Entropy;
  /** For what is about the cost of hashing; otherwise it costs next to nothing. */
  passwords?: Passwords;
  /** Prerendered pages; without them the calls are served alone. */
  htmlFolder?: string;
}

export const startWholeSite = async ({
  env = {},
  log = createLogger('silent'),
  chainLinks = 4_096,
  clock = systemClock,
  entropy = systemEntropy,
  passwords = cheapPasswords(),
  test: given,
  htmlFolder,
}: WholeSiteOptions = {}): Promise<WholeSite> => {
  const test = given ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-site-'));
  const settings = readSettings({
    DATABASE_URL: urlOf(test.address),
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    AVIATOR_COUNTDOWN_MS: '600000',
    ...env,
  });
  const buildPages =
    htmlFolder === undefined ? undefined : async () => ({ bundleFolder: htmlFolder, htmlFolder });
  const site = await startSite({ settings, log, clock, entropy, chainLinks, passwords, buildPages });
  return {
    site,
    test,
    dataDir,
    async register(username) {
      const response = await site.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: {
          username,
          email: `${username}@example.org`,
          password: 'a meadow of lanterns',
          adult: true,
        },
      });
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json();
    },
    async close() {
      await site.stop();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
