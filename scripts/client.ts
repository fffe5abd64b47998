/**
 * `npm run client` makes the types of packages/client from the OpenAPI document of a site, if a source of the server
 * has changed since. `npm run check` begins with it. They are not committed.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { systemEntropy } from '../apps/server/src/platform/entropy.ts';
import { createLogger } from '../apps/server/src/platform/logger.ts';
import { readSettings } from '../apps/server/src/platform/settings.ts';

const folder = new URL('../packages/client/generated/', import.meta.url).pathname;

interface OpenApi {
  paths: Record<string, Record<string, { security?: object[] }>>;
}

/** The OpenAPI document of a site with default settings, which is stopped again. */
const readDocument = async (): Promise<OpenApi> => {
  const { startSite } = await import('../apps/server/src/site/serve.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-client-'));
  const site = await startSite({
    settings: readSettings({ DATA_DIR: dataDir, PORT: '0' }),
    log: createLogger('silent'),
    clock: systemClock,
    entropy: systemEntropy,
    chainLinks: 64,
  });
  try {
    // A copy without what JSON does not have.
    return JSON.parse(JSON.stringify(site.app.swagger())) as OpenApi;
  } finally {
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** Without the calls that no access token may make. */
const ofPrograms = (document: OpenApi): OpenApi => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, operations]) => {
      const allowed = Object.entries(operations).filter(([, { security = [] }]) =>
        security.some((scheme) => 'accessToken' in scheme),
      );
      return allowed.length === 0 ? [] : [[path, Object.fromEntries(allowed)]];
    }),
  ),
});

/** A hash of everything that the document may follow from. The lockfile represents all dependencies. */
const stampOfSources = (): string => {
  const hash = createHash('sha256');
  const sources = globSync(['{apps/server,packages,games}/**/*.ts', 'package-lock.json'], {
    exclude: ['**/node_modules/**', '**/*.test.ts', '**/{test,web,generated}/**'],
  });
  for (const file of sources.toSorted()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
};

const path = join(folder, 'api.ts');
const head = `// Made by \`npm run client\` from sources with the SHA-256 ${stampOfSources()}.\n`;
const present = await readFile(path, 'utf8').catch(() => '');
if (!present.startsWith(head)) {
  const { generateTypes } = await import('../packages/client/generate.ts');
  const types = await generateTypes(ofPrograms(await readDocument()));
  await mkdir(folder, { recursive: true });
  await writeFile(path, head + types);
}
