/** What files import, read by a parser, with the workspace's own packages resolved to files. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

export interface FoundImport {
  specifier: string;
  /** Whether it is of types alone, so that nothing is loaded. */
  isType: boolean;
}

/** What a file imports: statically, dynamically, by `import('…').Type`, or to export it again. */
export const importsOf = (file: string, text: string = readFileSync(file, 'utf8')): FoundImport[] => {
  const found: FoundImport[] = [];
  const add = (source: { value?: unknown } | null | undefined, isType: boolean): void => {
    if (typeof source?.value === 'string') found.push({ specifier: source.value, isType });
  };
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => add(source, importKind === 'type'),
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind === 'type'),
    ExportNamedDeclaration: ({ source, exportKind }) => add(source, exportKind === 'type'),
    ImportExpression: ({ source }) => add(source as { value?: unknown }, false),
    TSImportType: ({ source }) => add(source, true),
  }).visit(program);
  return found;
};

/** Each package of the workspace: its folder, and the paths that its package.json exports. */
const packages = globSync([
  'packages/*/package.json',
  'games/package.json',
  'games/*/package.json',
  'apps/*/package.json',
]).map((file) => {
  const { name, exports = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    name: string;
    exports?: Record<string, string>;
  };
  return { name, folder: dirname(file), exports };
});

/** The file that an import of one of our own packages means; other packages stay as they are written. */
const resolvePackage = (specifier: string): string => {
  const own = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (!own) return specifier;
  const path = `.${specifier.slice(own.name.length)}`;
  for (const [pattern, target] of Object.entries(own.exports)) {
    if (pattern === path) return join(own.folder, target);
    const [before = '', after] = pattern.split('*');
    if (after === undefined || !path.startsWith(before)) continue;
    return join(own.folder, target.replace('*', path.slice(before.length)));
  }
  return `${own.folder}/`;
};

/** The path, from the repository's root, that an import means; other packages stay as they are written. */
export const resolveImport = (file: string, specifier: string): string =>
  specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : resolvePackage(specifier);
