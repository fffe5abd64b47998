/** Draws a table of results as SVG: a bar for each subject's median, with a line from its lowest to its highest run. */
import { summarize, type Summary } from './alternate.ts';
import type { ResultTable } from './results.ts';

const width = 760;
const barHeight = 18;
const rowHeight = 30;
const labelWidth = 290;
const valueWidth = 90;
const top = 34;
/** What the bars share of the width. */
const plotWidth = width - labelWidth - valueWidth;

const style = `.back{fill:#fff}text{font:13px system-ui,sans-serif;fill:#1f2430}.unit{fill:#5b6270}.bar{fill:#c2553d}.line{stroke:#1f2430;stroke-width:1.5}
@media(prefers-color-scheme:dark){.back{fill:#14171f}text{fill:#eceff4}.unit{fill:#a9b1bf}.bar{fill:#e0755c}.line{stroke:#eceff4}}`;

/** Of the table's first column. */
export const plotTable = ({ columns, subjects }: ResultTable): string => {
  const [column] = columns;
  if (!column) throw new Error('a table without columns cannot be drawn');
  const bars = subjects.flatMap(({ name, runs }) => {
    const values = runs[column.figure];
    return values && values.length > 0 ? [{ name, summary: summarize(values) }] : [];
  });
  const highest = Math.max(...bars.map(({ summary }) => summary.max));
  const x = (value: number): number => round(labelWidth + (value / highest) * plotWidth);
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: column.digits });
  const unit = column.unit === undefined ? column.label : `${column.label}, ${column.unit}`;
  const rows = bars.map(({ name, summary }, index) =>
    drawBar({ name, summary, x, value: format.format(summary.median), y: top + index * rowHeight }),
  );
  const height = top + bars.length * rowHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<style>${style}</style>`,
    `<path class="back" d="M0 0H${width}V${height}H0z"/>`,
    `<text class="unit" x="${labelWidth}" y="18">${escape(unit)}</text>`,
    ...rows,
    '</svg>\n',
  ].join('\n');
};

interface Bar {
  name: string;
  summary: Summary;
  value: string;
  x: (value: number) => number;
  y: number;
}

const drawBar = ({ name, summary, value, x, y }: Bar): string => {
  const middle = y + barHeight / 2;
  const baseline = middle + 4;
  return [
    `<text x="${labelWidth - 10}" y="${baseline}" text-anchor="end">${escape(name)}</text>`,
    `<rect class="bar" x="${labelWidth}" y="${y}" width="${round(x(summary.median) - labelWidth)}" height="${barHeight}" rx="3"/>`,
    `<path class="line" d="M${x(summary.min)} ${middle}H${x(summary.max)}M${x(summary.min)} ${middle - 4}v8M${x(summary.max)} ${middle - 4}v8"/>`,
    `<text x="${round(x(summary.max) + 8)}" y="${baseline}">${value}</text>`,
  ].join('');
};

const round = (value: number): number => Math.round(value * 10) / 10;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
