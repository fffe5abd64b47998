/**
 * `npm run performance`: puts the results of the benchmarks into docs/performance.md, between the comments that name
 * them, and draws their plots. `--check` writes nothing and fails where the document, a plot or a result is out of step.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { plotTable } from '../bench/lib/plot.ts';
import { renderTable, resultFolder, type BenchResult } from '../bench/lib/results.ts';

const isCheck = process.argv.includes('--check');
const documentFile = new URL('../docs/performance.md', import.meta.url);
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

let document = readFileSync(documentFile, 'utf8');
for (const name of names) {
  const result = JSON.parse(readFileSync(new URL(`${name}.json`, resultFolder), 'utf8')) as BenchResult;
  const start = `<!-- results of ${name} -->`;
  const end = `<!-- end of ${name} -->`;
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from) {
    faults.push(`docs/performance.md has no place for the results of ${name}: add ${start} and ${end}`);
    continue;
  }
  const parts = result.tables.map((item, index) => {
    const text = `${item.title}:\n\n${renderTable(item)}\n`;
    if (item.isPlotted === false) return text;
    const picture = `${name}-${index + 1}.svg`;
    write(new URL(picture, pictureFolder), plotTable(item));
    const { label } = item.columns[0] ?? { label: '' };
    return `${text}\n![${label}: ${item.title}](pictures/performance/${picture})\n`;
  });
  const load = result.load === undefined ? '' : ` at a load of ${result.load.join(' before and ')} after`;
  const machine = `\`npm run bench -- ${name}\`, ${result.day}, ${result.machine}${load}. Medians, and the lowest and highest run in brackets.`;
  document = `${document.slice(0, from)}${start}\n\n${[machine, '', ...parts].join('\n')}\n${document.slice(to)}`;
}
for (const picture of existsSync(pictureFolder) ? readdirSync(pictureFolder) : []) {
  if (!names.includes(picture.replace(/-\d+\.svg$/, ''))) faults.push(`${picture} is a plot of no result`);
}
write(documentFile, document);
for (const fault of faults) console.error(fault);
console.log(`${names.length} results, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
