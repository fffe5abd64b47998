/** The complete application in this process, with its own database and data folder. */
import type { User } from '@fairground/contract/user';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { startSite, type Site } from '../src/site/serve.ts';
import { systemClock, type Clock } from '../src/platform/clock.ts';
import { systemEntropy, type Entropy } from '../src/platform/entropy.ts';
import { createLogger } from '../src/platform/logger.ts';
import type { Passwords } from '../src/platform/secrets/passwords.ts';
import { createSeal, readSealKey, type Seal } from '../src/platform/secrets/seal.ts';
import { readSettings } from '../src/platform/settings.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import { createTestDatabase, patientLimits, type TestDatabase } from './harness.ts';
import { urlOf } from './shared-postgres.ts';

export interface TestSite {
  site: Site;
  test: TestDatabase;
  dataDir: string;
  register(username: string): Promise<{ token: string; user: User }>;
  close(): Promise<void>;
}

/** The seal of a site that was started on that folder. */
export const sealOf = async (dataDir: string): Promise<Seal> => {
  const key = await readSealKey(join(dataDir, 'seed.key'));
  if (!key) throw new Error('the site has no seed key');
  return createSeal(key);
};

export interface TestSiteOptions {
  env?: Record<string, string>;
  log?: Logger;
  /** The length of new seed chains; short ones are quick to compute. */
  chainLinks?: number;
  /** An existing database, such as one whose clock the test moves; it is closed with the site. */
  test?: TestDatabase;
  clock?: Clock;
  entropy?: Entropy;
  /** For tests of the cost of hashing; by default hashing is cheap. */
  passwords?: Passwords;
  /** Prerendered pages; without them only the calls are served. */
  htmlFolder?: string;
  allowsPrivatePushes?: boolean;
}

export const startTestSite = async ({
  env = {},
  log = createLogger('silent'),
  chainLinks = 4_096,
  clock = systemClock,
  entropy = systemEntropy,
  passwords = cheapPasswords(),
  test: given,
  htmlFolder,
  allowsPrivatePushes,
}: TestSiteOptions = {}): Promise<TestSite> => {
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
  const site = await startSite({
    settings,
    log,
    clock,
    entropy,
    chainLinks,
    passwords,
    buildPages,
    databaseLimits: patientLimits,
    allowsPrivatePushes,
  });
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
