/** Whether a text is a cron pattern. When draws fall by it is for calendar.ts to work out. */

interface Field {
  min: number;
  max: number;
  names: readonly string[];
}

const plain = (min: number, max: number): Field => ({ min, max, names: [] });
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const second = plain(0, 59);
const fiveFields: readonly Field[] = [
  plain(0, 59),
  plain(0, 23),
  plain(1, 31),
  { min: 1, max: 12, names: monthNames },
  { min: 0, max: 7, names: dayNames },
];

/** Five fields from minute to weekday, or six with seconds before them. */
export function isCron(text: string): boolean {
  const parts = text.split(/\s+/);
  const fields = parts.length === 6 ? [second, ...fiveFields] : fiveFields;
  if (parts.length !== fields.length) return false;
  return fields.every((field, index) => (parts[index] ?? '').split(',').every((item) => isItem(item, field)));
}

/** One of `*`, a value or a range, with or without a step. */
function isItem(item: string, field: Field): boolean {
  const match = /^(\*|[0-9A-Za-z]+(?:-[0-9A-Za-z]+)?)(?:\/(\d{1,2}))?$/.exec(item);
  if (match === null) return false;
  const [, span = '', step] = match;
  if (step !== undefined && Number(step) < 1) return false;
  if (span === '*') return true;
  const values = span.split('-').map((value) => fieldValue(value, field));
  const [from, to = from] = values;
  return from !== null && to !== null && from !== undefined && to !== undefined && from <= to;
}

function fieldValue(text: string, field: Field): number | null {
  const named = field.names.indexOf(text.toLowerCase());
  // Months count from 1 and weekdays from 0: both begin at the field's lowest value.
  if (named !== -1) return named + field.min;
  if (!/^\d{1,2}$/.test(text)) return null;
  const value = Number(text);
  return value >= field.min && value <= field.max ? value : null;
}
