/**
 * `npm run size`: what a reader of the sources must know, counted. Prints one line per figure, to compare two
 * checkouts: run it in each.
 */
import { globSync, readFileSync } from 'node:fs';
import { importsOf, resolveImport } from './imports.ts';

const isTest = (file: string): boolean =>
  /\.(test|spec)\.tsx?$|(^|\/)(test|e2e)\//.test(file) || file.includes('test-');
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n');
const find = (...patterns: string[]): string[] =>
  globSync(patterns, { exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**'] });

/** Every file that these load, themselves included. */
const loadedBy = (...entries: string[]): Set<string> => {
  const sources = new Set(find('{apps,games,packages}/**/*.{ts,tsx}'));
  const found = new Set(entries);
  for (const file of found) {
    for (const { specifier, isType } of importsOf(file)) {
      const target = resolveImport(file, specifier);
      if (!isType && sources.has(target)) found.add(target);
    }
  }
  return found;
};

/** Groups of files that import each other in a circle, types included. */
const circlesOf = (files: readonly string[]): string[][] => {
  const known = new Set(files);
  const targets = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .map(({ specifier }) => resolveImport(file, specifier))
        .filter((target) => known.has(target)),
    ]),
  );
  // Tarjan's strongly connected components.
  const places = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const place = places.size;
    places.set(file, place);
    stack.push(file);
    let low = place;
    for (const target of targets.get(file) ?? []) {
      if (!places.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, places.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === place) {
      const members = stack.splice(stack.indexOf(file));
      if (members.length > 1) circles.push(members);
    }
    return low;
  };
  for (const file of files) if (!places.has(file)) visit(file);
  return circles;
};

const product = find('{apps,games,packages}/**/*.{ts,tsx,sql,css}').filter((file) => !isTest(file));
const code = find('{apps,games,packages,scripts,lab,e2e}/**/*.{ts,tsx,sql}').filter(
  (file) => !file.endsWith('.sql.ts'),
);
const schema = find('apps/server/schema/*.sql', 'games/*/server/migrations/*.sql');
/** By the folder of a game, what its calls load. */
const paths = find('games/*/server/service.ts').map((service): [folder: string, files: Set<string>] => {
  const folder = service.split('/').slice(0, 2).join('/');
  // A cash-out is part of a bet.
  return [folder, loadedBy(...find(`${folder}/server/{service,routes,presses,cash-outs}.ts`))];
});
const sum = (files: Iterable<string>, count: (lines: string[]) => number): number =>
  [...files].reduce((total, file) => total + count(linesOf(file)), 0);
const matching = (pattern: RegExp) => (lines: string[]) => lines.filter((line) => pattern.test(line)).length;
const importsTexts = (file: string): boolean =>
  /\.tsx?$/.test(file) && importsOf(file).some(({ specifier }) => /messages\/.*\.json$/.test(specifier));
const rooms = ['packages', 'games', 'apps/server', 'apps/web', 'apps/console', 'scripts', 'lab', 'e2e'];

const figures: [what: string, value: number][] = [
  ...paths.flatMap(([folder, files]): [string, number][] => [
    [`files that the calls of ${folder} load`, files.size],
    ['lines of these', sum(files, (lines) => lines.length)],
  ]),
  ['tables', sum(schema, matching(/^CREATE TABLE /))],
  ['files of the schema', schema.length],
  ['files of texts', find('{apps,games,packages}/**/messages/**/*.json').length],
  ['files that import texts', product.filter((file) => importsTexts(file)).length],
  ['circles of imports, types included', circlesOf(product.filter((file) => /\.tsx?$/.test(file))).length],
  [
    'comments that begin with "Of", "The same" or "Those"',
    sum(code, matching(/(\/\/|\*|--) (Of|The same|Those) /)),
  ],
  ['lines wider than 120 characters', sum(code, matching(/^.{121}/))],
  ['files of the product', product.length],
  ...rooms.map((room): [string, number] => [
    `lines of ${room}, with tests`,
    sum(find(`${room}/**/*.{ts,tsx,sql,css}`), (lines) => lines.length),
  ]),
];
for (const [what, value] of figures) console.log(`${String(value).padStart(8)}  ${what}`);
