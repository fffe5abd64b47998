/**
 * `npm ci --omit=dev && npm start` builds the pages and serves them: what the site and its build import is among the
 * dependencies of their package, and no development dependency, which would be there on every developer's machine.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf } from './imports.ts';

/** Files that a start of the site runs or bundles. */
export const startedFiles: readonly string[] = globSync([
  'packages/{contract,content,fairness,game-kit,site-kit,sql}/**/*.{ts,tsx}',
  'games/*.ts',
  'games/*/*.ts',
  'games/*/{server,web}/**/*.{ts,tsx}',
  'apps/*/src/**/*.{ts,tsx}',
  'apps/web/build/*.ts',
  'apps/*/vite.config.ts',
]).filter((file) => !/node_modules|\.test\.tsx?$|\/test\/|\/generate/.test(file) && !file.includes('test-'));

interface Manifest {
  dependencies?: Record<string, string>;
}

/** The package.json of the package that a file belongs to. */
const manifestOf = (file: string): string => {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const found = join(folder, 'package.json');
    if (globSync(found).length > 0) return found;
  }
  return 'package.json';
};

const packageOf = (specifier: string): string => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/** One line for each import of a package that an installation without development dependencies may not have. */
export const findUninstalledImports = (file: string, text?: string): string[] => {
  const manifest = manifestOf(file);
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  return (
    importsOf(file, text)
      .filter(({ specifier, isType }) => !isType && /^[@a-z]/.test(specifier) && !specifier.includes(':'))
      // Packages of the workspace are always there.
      .filter(({ specifier }) => !specifier.startsWith('@fairground/'))
      .filter(({ specifier }) => !Object.hasOwn(dependencies, packageOf(specifier)))
      .map(({ specifier }) => `${file} imports ${specifier}: name it among the dependencies in ${manifest}`)
  );
};
