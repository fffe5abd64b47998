/**
 * `npm run readers -- [PART …]`: gives what the site says to programs that others wrote, and writes what they made of
 * it into docs/operations/interoperability.md. Exits with 1 if one reads something wrongly, or a part cannot be run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { showProgress } from '../../apps/server/src/platform/progress.ts';
import { cleanUpOnSignals, runCleanups, useTemporaryFolder } from '../bench/lib/cleanups.ts';
import { missingOf, type Part } from './reading.ts';
import { documentPath, fillDocument, readResults, resultFolder, type PartResult } from './table.ts';

const load: Readonly<Record<string, () => Promise<Part>>> = {
  api: async () => (await import('./api.ts')).api,
  beacon: async () => (await import('./beacon.ts')).beacon,
  codes: async () => (await import('./codes.ts')).codes,
  draws: async () => (await import('./draws.ts')).draws,
  feeds: async () => (await import('./feeds.ts')).feeds,
  files: async () => (await import('./files.ts')).files,
  log: async () => (await import('./log.ts')).log,
  mails: async () => (await import('./mails.ts')).mails,
  metrics: async () => (await import('./metrics.ts')).metrics,
  pages: async () => (await import('./pages.ts')).pages,
  proxies: async () => (await import('./proxies.ts')).proxies,
};

/** Returns how many readings are wrong. */
const readPart = async (name: string, part: Part): Promise<number> => {
  console.log(`${name}:`);
  const stopProgress = showProgress(() => `${name} is read`);
  const readings = await part.read().finally(stopProgress);
  const result: PartResult = { name, day: new Date().toISOString().slice(0, 10), readings };
  writeFileSync(new URL(`${name}.json`, resultFolder), `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(documentPath, fillDocument(readFileSync(documentPath, 'utf8'), readResults()));
  return readings.filter(({ isRight }) => !isRight).length;
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(load, name));
if (unknown !== undefined) {
  console.error(`Unknown part "${unknown}": choose from ${Object.keys(load).join(', ')}.`);
  process.exit(2);
}
cleanUpOnSignals();
useTemporaryFolder('readers');

let wrong = 0;
for (const name of names.length > 0 ? names : Object.keys(load)) {
  const part = await load[name]?.();
  if (part === undefined) continue;
  const missing = missingOf(part);
  if (missing.length > 0) {
    console.error(missing.join('\n'));
    process.exitCode = 1;
    continue;
  }
  try {
    wrong += await readPart(name, part);
  } catch (error) {
    // The other parts are read nevertheless.
    console.error(error);
    process.exitCode = 1;
  }
}
await runCleanups();
console.log(`${wrong} wrong`);
if (wrong > 0) process.exitCode = 1;
