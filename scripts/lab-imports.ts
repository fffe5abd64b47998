/**
 * Nothing of the product imports lab/, which judges it from outside, and neither do its tests and scripts: all of it
 * can be read and changed without that folder.
 */
import { globSync, readFileSync } from 'node:fs';
import { importsOf, resolveImport } from './imports.ts';

export const productFiles: readonly string[] = globSync('{packages,games,apps,scripts,e2e}/**/*.{ts,tsx}', {
  exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**'],
});

/** One line for each import of lab/ in this file. */
export const findLabImports = (file: string, text: string = readFileSync(file, 'utf8')): string[] =>
  importsOf(file, text)
    .filter(({ specifier }) => resolveImport(file, specifier).startsWith('lab/'))
    .map(
      ({ specifier }) =>
        `${file} imports ${specifier}: only lab/ imports lab/: what both need stays with the product or its tests`,
    );
