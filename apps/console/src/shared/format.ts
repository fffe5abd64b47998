/** How the console writes numbers and times: in full, with the zone that the reader's clock has. */

const numberFormat = new Intl.NumberFormat('en-US');
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export const formatNumber = (value: number): string => numberFormat.format(value);
export const formatDecimal = (value: number): string => decimal.format(value);
/** `22 Nov 2026, 21:30:05` */
export const formatTime = (instant: string): string => moment.format(new Date(instant));
export const formatBytes = (bytes: number): string => `${decimal.format(bytes / 1_048_576)} MB`;

/** `3 hours ago` */
export const formatAge = (instant: string, nowMs: number): string => {
  const seconds = (Date.parse(instant) - nowMs) / 1_000;
  for (const [unit, length] of [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return 'just now';
};

/** A value of the log or of a player's story, in one line. */
export const formatValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(formatValue).join(', ');
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return isInstant(value) ? formatTime(value) : value;
  return JSON.stringify(value);
};

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
