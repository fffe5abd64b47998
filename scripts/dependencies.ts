/** Invariants of every package in the lock file, and of the licenses that docs/licences.md lists. */

export interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Readonly<Record<string, string>>;
  devDependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  packages: Readonly<Record<string, LockedPackage>>;
}

export interface DependencyRules {
  /** Whether the install script of a package runs. */
  allowScripts: Readonly<Record<string, boolean>>;
  /** The text of docs/licences.md. */
  licenses: string;
}

/** Licenses of packages that the site runs or ships. */
const shippedLicenses = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'PSF-2.0',
  'OFL-1.1',
]);
/** Licenses of packages that only build or test. */
const toolLicenses = new Set([
  ...shippedLicenses,
  'Apache 2.0',
  'MPL-2.0',
  'CC-BY-4.0',
  'Python-2.0',
  '(MIT OR CC0-1.0)',
  '(MIT OR GPL-3.0-or-later)',
  '(MIT AND Zlib)',
]);

/** A program that a site installs to build its pages: unchanged, and nothing of it is in them. */
const buildPrograms = /^lightningcss(-|$)/;

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** One line for each fault; empty where there is none. */
export function findDependencyFaults(lock: LockFile, { allowScripts, licenses }: DependencyRules): string[] {
  const faults: string[] = [];
  for (const [path, one] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/')) {
      faults.push(...findLooseVersions(path || 'package.json', one));
      continue;
    }
    if (one.link === true) continue;
    const name = nameOf(path);
    if (!one.integrity?.startsWith('sha512-')) faults.push(`${name} has no sha512 integrity`);
    if (one.resolved !== undefined) faults.push(`${name} names where it comes from, ${one.resolved}`);
    if (one.hasInstallScript === true && allowScripts[name] === undefined) {
      faults.push(`${name} has an install script that allowScripts does not list`);
    }
    const isTool = one.dev === true || one.devOptional === true || buildPrograms.test(name);
    const allowed = isTool ? toolLicenses : shippedLicenses;
    if (!allowed.has(one.license ?? '')) {
      faults.push(
        `${name} has the license ${one.license ?? '(none)'}, which is not allowed ` +
          `${isTool ? 'for tools' : 'in what is shipped'}`,
      );
    } else if (!licenses.includes(one.license ?? '')) {
      faults.push(`docs/licences.md does not name ${one.license}, the license of ${name}`);
    }
  }
  return faults;
}

/** A workspace states exact versions, so that an update is a change that is read. */
function findLooseVersions(
  path: string,
  { dependencies, devDependencies, optionalDependencies }: LockedPackage,
): string[] {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${path} takes ${name} ${version}, which is no exact version`);
}
