/** Pages run in the oldest browsers that docs/browsers.md names. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findUnchecked, leastVersions, missingIn } from './newer-built-ins.ts';

const root = join(import.meta.dirname, '../../..');

/** What browsers load: games without the parts of the server, and without tests. */
const pageFiles = globSync(
  [
    'apps/{web,console}/src/**/*.{ts,tsx}',
    'packages/{site-kit,contract,fairness}/src/**/*.{ts,tsx}',
    'packages/game-kit/{web,shared}/**/*.{ts,tsx}',
    'games/*.ts',
    'games/*/*.ts',
    'games/*/web/**/*.{ts,tsx}',
  ],
  { cwd: root },
).filter((file) => !file.includes('.test.'));

const withoutComments = (code: string): string =>
  code.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');

it('a newer built-in is found in code, unless its file asks whether it is there', () => {
  expect(findUnchecked('signal: AbortSignal.any([one, other])')).toEqual(['AbortSignal.any']);
  expect(findUnchecked('const id = crypto.randomUUID();')).toEqual(['Crypto.prototype.randomUUID']);
  expect(findUnchecked('groups.values().map(sum).toArray()')).toEqual(['Iterator.prototype.map']);
  expect(findUnchecked('Object.values(groups).map(sum)')).toEqual([]);
  expect(findUnchecked('requestIdleCallback(check)')).toEqual(['requestIdleCallback']);
  expect(findUnchecked("if ('requestIdleCallback' in window) requestIdleCallback(check)")).toEqual([]);
  expect(findUnchecked('document.startViewTransition?.(change)')).toEqual([]);
});

it('pages use no built-in that the least versions lack, unless they ask for it', () => {
  expect(pageFiles.length).toBeGreaterThan(500);
  const found = pageFiles.flatMap((file) =>
    findUnchecked(withoutComments(readFileSync(join(root, file), 'utf8'))).map((path) => `${file}: ${path}`),
  );
  expect(found).toEqual([]);
});

it('each browser lacks some of them in its least version, and docs/browsers.md names that version', () => {
  expect(missingIn('chrome')).toContain('AbortSignal.any');
  expect(missingIn('firefox')).not.toContain('AbortSignal.any');
  expect(missingIn('safari')).toContain('requestIdleCallback');
  const page = readFileSync(join(root, 'docs/browsers.md'), 'utf8');
  for (const [browser, version] of Object.entries(leastVersions))
    expect(page.toLowerCase()).toContain(`${browser} ${version}`);
});
