/**
 * `npm run performance`: puts the results of the benchmarks into docs/performance.md, between the comments that name
 * them, with the tables of measures and of growth, and draws their plots; and what numbers of players need into
 * docs/operations.md. `--check` writes nothing and fails where the
 * document, a plot or a result is out of step.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { plotTable } from '../bench/lib/plot.ts';
import { renderTable, resultFolder, type BenchResult } from '../bench/lib/results.ts';
import { playerBudgets, publicBudgets } from '../e2e/page-budgets.ts';
import { readCosts } from './capacity/costs.ts';
import { renderNeeds } from './capacity/needs.ts';
import { renderGrowth } from './performance/growth-table.ts';
import { renderMeasures } from './performance/measures.ts';

const isCheck = process.argv.includes('--check');
const documentFile = new URL('../docs/performance.md', import.meta.url);
const operationsFile = new URL('../docs/operations.md', import.meta.url);
const pictureFolder = new URL('../docs/pictures/performance/', import.meta.url);

const faults: string[] = [];
const write = (file: URL, text: string): void => {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (isCheck) faults.push(`${file.pathname.split('/').slice(-1)[0]} is out of step: npm run performance`);
  else writeFileSync(file, text);
};

const names = (existsSync(resultFolder) ? readdirSync(resultFolder) : [])
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''));
if (!isCheck) mkdirSync(pictureFolder, { recursive: true });

/** Replaces what is between two comments. */
const fill = (text: string, [start, end]: readonly [string, string], content: string): string => {
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from >= 0 && to > from) return `${text.slice(0, from)}${start}\n\n${content}\n${text.slice(to)}`;
  faults.push(`the document has no place for these results: add ${start} and ${end}`);
  return text;
};

const results = names.map(
  (name) => JSON.parse(readFileSync(new URL(`${name}.json`, resultFolder), 'utf8')) as BenchResult,
);
let document = readFileSync(documentFile, 'utf8');
for (const { name, tables, day, load, machine } of results) {
  const parts = tables.map((item, index) => {
    const text = `${item.title}:\n\n${renderTable(item)}\n`;
    if (item.isPlotted === false) return text;
    const picture = `${name}-${index + 1}.svg`;
    write(new URL(picture, pictureFolder), plotTable(item));
    const { label } = item.columns[0] ?? { label: '' };
    const title = item.sizes ? `by ${item.sizes.of}` : label;
    return `${text}\n![${title}: ${item.title}](pictures/performance/${picture})\n`;
  });
  const atLoad = load === undefined ? '' : ` at a load of ${load.join(' before and ')} after`;
  const about = `\`npm run bench -- ${name}\`, ${day}, ${machine}${atLoad}. Medians, and the lowest and highest run in brackets.`;
  const place = [`<!-- results of ${name} -->`, `<!-- end of ${name} -->`] as const;
  document = fill(document, place, [about, '', ...parts].join('\n'));
}
const budgets = { publicPages: publicBudgets, playerPages: playerBudgets };
const byName = Object.fromEntries(results.map((result) => [result.name, result]));
const measures = `${renderMeasures(byName, budgets)}\n`;
document = fill(document, ['<!-- measures -->', '<!-- end of measures -->'], measures);
document = fill(document, ['<!-- sizes -->', '<!-- end of sizes -->'], `${renderGrowth(results)}\n`);
for (const picture of existsSync(pictureFolder) ? readdirSync(pictureFolder) : []) {
  if (!names.includes(picture.replace(/-\d+\.svg$/, ''))) faults.push(`${picture} is a plot of no result`);
}
write(documentFile, document);
const operations = readFileSync(operationsFile, 'utf8');
const needs = `${renderNeeds([1e4, 1e5, 1e6], readCosts())}\n`;
write(operationsFile, fill(operations, ['<!-- capacity -->', '<!-- end of capacity -->'], needs));
for (const fault of faults) console.error(fault);
console.log(`${names.length} results, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
