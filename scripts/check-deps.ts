/** `npm run check:deps`: the lock file's integrity, install scripts and licenses. Part of `npm run check`. */
import { readFileSync } from 'node:fs';
import { findDependencyFaults, type LockFile } from './dependencies.ts';

const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  allowScripts: Record<string, boolean>;
};
const faults = findDependencyFaults(JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile, {
  allowScripts,
  licenses: readFileSync('docs/licences.md', 'utf8'),
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
