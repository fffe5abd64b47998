/**
 * Checks of the two settings that speak about time: the site's zone and the lottery's calendar. They only
 * say whether a text is well formed; when a draw falls is for the scheduler to work out.
 */

/** An IANA zone that this machine knows. */
export function isTimeZone(text: string): boolean {
  // Offsets such as +02:00 are understood by Intl, but they have no daylight saving to speak of.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

interface Field {
  least: number;
  most: number;
  names: readonly string[];
}

const plain = (least: number, most: number): Field => ({ least, most, names: [] });
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const second = plain(0, 59);
const fiveFields: readonly Field[] = [
  plain(0, 59),
  plain(0, 23),
  plain(1, 31),
  { least: 1, most: 12, names: monthNames },
  { least: 0, most: 7, names: dayNames },
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
  // Months count from 1 and weekdays from 0: both begin at the field's least value.
  if (named !== -1) return named + field.least;
  if (!/^\d{1,2}$/.test(text)) return null;
  const value = Number(text);
  return value >= field.least && value <= field.most ? value : null;
}
