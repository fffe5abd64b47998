/**
 * Draws a table of results as SVG: a bar for each subject's median, with a line from its lowest to its highest run; or,
 * where the subjects differ in size, each cost as a line over it, relative to its value at the smallest size.
 */
import { summarize, type Summary } from './alternate.ts';
import { growthOf, type Growth } from './growth-lines.ts';
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

export const plotTable = (table: ResultTable): string => (table.sizes ? plotGrowth(table) : plotBars(table));

/** Of the table's first column. */
const plotBars = ({ columns, subjects }: ResultTable): string => {
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
  const title = `<text class="unit" x="${labelWidth}" y="18">${escape(unit)}</text>`;
  return drawing(height, [title, ...rows], style);
};

const drawing = (height: number, parts: readonly string[], css: string): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<style>${css}</style>`,
    `<path class="back" d="M0 0H${width}V${height}H0z"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');

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

const lineStyle = `${style}.grid{stroke:#d5d9e0}.cost{fill:none;stroke-width:2}.c0{stroke:#c2553d}.c1{stroke:#2f6fb3}.c2{stroke:#3d8b57}.c3{stroke:#8a5fb0}
@media(prefers-color-scheme:dark){.grid{stroke:#39404f}.c0{stroke:#e0755c}.c1{stroke:#6fa8e0}.c2{stroke:#6fc18c}.c3{stroke:#b997dc}}`;
const lineColours = 4;
const plotHeight = 240;
const left = 60;
/** Room for the names of the lines, at their ends. */
const nameWidth = 250;
const nameHeight = 16;

/** Sizes are on a logarithmic axis, so that equal factors are equally far apart. */
const plotGrowth = (table: ResultTable): string => {
  const lines = growthOf(table);
  const sizes = table.sizes?.values ?? [];
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  const highest = Math.max(2, ...lines.flatMap(({ points }) => points.map(({ ratio }) => ratio)));
  const right = width - nameWidth;
  const bottom = top + plotHeight;
  const across = Math.log(largest / smallest) || 1;
  const x = (size: number): number => round(left + (Math.log(size / smallest) / across) * (right - left));
  const y = (ratio: number): number => round(bottom - (ratio / highest) * plotHeight);
  const format = new Intl.NumberFormat('en-US').format;
  const steps = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
  const step = steps.find((each) => highest / each <= 5) ?? highest / 5;
  const levels = Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step);
  const names = spread(lines.map(({ points }) => y(points.at(-1)?.ratio ?? 0)));
  return drawing(
    bottom + 42,
    [
      `<text class="unit" x="${left}" y="18">of the cost with ${format(smallest)}</text>`,
      ...levels.map(
        (level) =>
          `<path class="grid" d="M${left} ${y(level)}H${right}"/><text class="unit" x="${left - 8}" y="${y(level) + 4}" text-anchor="end">${format(level)}</text>`,
      ),
      ...sizes.map(
        (size) =>
          `<text class="unit" x="${x(size)}" y="${bottom + 18}" text-anchor="middle">${format(size)}</text>`,
      ),
      `<text class="unit" x="${(left + right) / 2}" y="${bottom + 36}" text-anchor="middle">${escape(table.sizes?.of ?? '')}</text>`,
      ...lines.map((line, index) => drawLine({ line, index, x, y, nameAt: names[index] ?? 0 })),
    ],
    lineStyle,
  );
};

interface Line {
  line: Growth;
  index: number;
  x: (size: number) => number;
  y: (ratio: number) => number;
  nameAt: number;
}

const drawLine = ({ line, index, x, y, nameAt }: Line): string => {
  const path = line.points.map(({ size, ratio }) => `${x(size)} ${y(ratio)}`).join('L');
  const at = width - nameWidth + 14;
  const colour = `c${index % lineColours}`;
  return `<path class="cost ${colour}" d="M${path}"/><path class="cost ${colour}" d="M${at - 8} ${nameAt}h6"/><text x="${at + 4}" y="${nameAt + 4}">${escape(line.name)}</text>`;
};

/** Moves heights apart until the names at them do not overlap. */
const spread = (heights: readonly number[]): number[] => {
  const result = [...heights];
  let above = Number.NEGATIVE_INFINITY;
  const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  for (const index of order) {
    above = Math.max(heights[index] ?? 0, above + nameHeight);
    result[index] = above;
  }
  return result;
};

const round = (value: number): number => Math.round(value * 10) / 10;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
