/**
 * `npm run performance`: puts the measures of the benchmarks' results into docs/performance.md, and what a
 * second costs under their loads into docs/operations/sizing.md. `--check` writes nothing and fails if a document
 * does not match the results.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fillPart } from './lib/document-part.ts';
import { resultFolder, type BenchResult } from './lib/results.ts';
import { playerBudgets, publicBudgets } from '../../e2e/page-budgets.ts';
import { renderLoads } from './performance/loads.ts';
import { renderMeasures } from './performance/measures.ts';

const results = readdirSync(resultFolder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(new URL(file, resultFolder), 'utf8')) as BenchResult);
const budgets = { publicPages: publicBudgets, playerPages: playerBudgets };
const byName = Object.fromEntries(results.map((result) => [result.name, result]));

const listOf = (values: readonly string[]): string =>
  new Intl.ListFormat('en').format([...new Set(values)].toSorted());
const about =
  `Medians of runs of ${listOf(results.map(({ day }) => day))}, on ` +
  `${listOf(results.map(({ machine }) => machine))}.`;

const contents: readonly [file: string, part: string, content: string][] = [
  ['docs/performance.md', 'measures', `${about}\n\n${renderMeasures(byName, budgets)}`],
  ['docs/operations/sizing.md', 'loads', renderLoads(byName)],
];

const faults = contents.flatMap(([file, part, content]) => {
  const path = new URL(`../../${file}`, import.meta.url);
  const text = readFileSync(path, 'utf8');
  const filled = fillPart(text, part, content);
  if (filled === text) return [];
  if (process.argv.includes('--check')) return [`${file} does not match the results: npm run performance`];
  writeFileSync(path, filled);
  return [];
});
for (const fault of faults) console.error(fault);
console.log(`${results.length} results, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
