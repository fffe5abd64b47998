/** What `npm run check:deps` refuses. */
import { expect, test } from 'vitest';
import { findDependencyFaults, type LockedPackage } from './dependencies.ts';

const good: LockedPackage = { version: '1.0.0', license: 'MIT', integrity: 'sha512-a' };
const faultsOf = (one: LockedPackage, path = 'node_modules/cups') =>
  findDependencyFaults(
    { packages: { [path]: one } },
    { allowScripts: { allowed: true }, licenses: 'MIT, ISC' },
  );

test('accepts a package with an integrity and a known license', () => {
  expect(faultsOf(good)).toEqual([]);
  expect(faultsOf({ ...good, hasInstallScript: true }, 'node_modules/a/node_modules/allowed')).toEqual([]);
  expect(faultsOf({ link: true })).toEqual([]);
});

test('accepts a program of the build, which is in no page, under the license of a tool', () => {
  const program = { ...good, license: 'MPL-2.0' };
  const faultsWithMpl = (path: string) =>
    findDependencyFaults({ packages: { [path]: program } }, { allowScripts: {}, licenses: 'MPL-2.0' });
  expect(faultsWithMpl('node_modules/lightningcss-linux-x64-gnu')).toEqual([]);
  expect(faultsWithMpl('node_modules/not-lightningcss')).toHaveLength(1);
});

test.each([
  ['no integrity', { ...good, integrity: undefined }, 'cups has no sha512 integrity'],
  [
    'an address',
    { ...good, resolved: 'https://x.example' },
    'cups names where it comes from, https://x.example',
  ],
  [
    'an install script',
    { ...good, hasInstallScript: true },
    'cups has an install script that allowScripts does not list',
  ],
  [
    'no license',
    { ...good, license: undefined },
    'cups has the license (none), which is not allowed in what is shipped',
  ],
  [
    'GPL',
    { ...good, license: 'GPL-3.0' },
    'cups has the license GPL-3.0, which is not allowed in what is shipped',
  ],
  [
    "a tool's license outside tools",
    { ...good, license: 'MPL-2.0' },
    'cups has the license MPL-2.0, which is not allowed in what is shipped',
  ],
  [
    'a license that the document lacks',
    { ...good, license: '0BSD' },
    'docs/licences.md does not name 0BSD, the license of cups',
  ],
] as [string, LockedPackage, string][])('refuses a package with %s', (_what, one, fault) => {
  expect(faultsOf(one)).toEqual([fault]);
});

test('refuses a range of versions in a workspace', () => {
  expect(faultsOf({ dependencies: { a: '1.2.3', b: '^1.2.3' } }, 'apps/server')).toEqual([
    'apps/server takes b ^1.2.3, which is no exact version',
  ]);
});
