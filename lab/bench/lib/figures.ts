/** Formats figures as the documents show them. */

/** Nearest-rank percentile; `fraction` is 0.99 for p99. NaN without values. */
export const percentile = (values: readonly number[] | Float64Array, fraction: number): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * fraction) - 1)] ?? Number.NaN;
};

const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const count = (value: number): string => integers.format(value);

/** A Markdown table with aligned columns; the first row is the header. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => pad(row[column] ?? '', width, column)).join(' | ')} |`;
  const dashes = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const rule = `| ${dashes.join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)].join('\n');
};

const pad = (text: string, width: number, column: number): string =>
  column === 0 ? text.padEnd(width) : text.padStart(width);
