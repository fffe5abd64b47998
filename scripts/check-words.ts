/** Refuses words of scripts/words.ts in code, tests and documents. Texts for players are written with other rules. */
import { globSync, readFileSync } from 'node:fs';
import { avoidedWords } from './words.ts';

const files = globSync(
  [
    '*.md',
    '{apps,packages,games,scripts,e2e,bench}/**/*.{ts,tsx,cjs,css,py,sql,md}',
    'docs/**/*.md',
    'deploy/*',
    '.githooks/*',
  ],
  { exclude: ['**/node_modules/**', '**/dist/**', '**/.cache/**'], withFileTypes: true },
)
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.replace(`${process.cwd()}/`, ''))
  .sort();

/** Texts that players read, migrations that have run, and the list itself. */
const exempt =
  /\/(texts|answers|facts-texts)-(en|es)\.ts$|\/messages\/|^apps\/server\/migrations\/00(0\d|1\d|20)|^scripts\/(check-)?words\.ts$/;

/** Lines that name a text of the page or of another program as it is. Each says why. */
const allowed: readonly { file: RegExp; line: RegExp; reason: string }[] = [
  { file: /^e2e\/ads\.spec\.ts$/, line: /coins have landed in your purse/, reason: 'a text of the page' },
  { file: /^e2e\/content\.spec\.ts$/, line: /can be had only/, reason: 'a text of the page' },
];

const faults: string[] = [];
const used = new Set<object>();
for (const file of files.filter((name) => !exempt.test(name))) {
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((line, index) => {
      for (const { pattern, instead } of avoidedWords) {
        const found = pattern.exec(line)?.[0];
        if (found === undefined) continue;
        const exception = allowed.find((each) => each.file.test(file) && each.line.test(line));
        if (exception) used.add(exception);
        else faults.push(`${file}:${index + 1}: "${found}": write ${instead}`);
      }
    });
}
for (const exception of allowed) {
  if (!used.has(exception)) faults.push(`${exception.file.source} has no such line any more: remove it`);
}
if (files.length < 500) faults.push(`only ${files.length} files were read: the patterns are wrong`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
