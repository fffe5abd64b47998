/**
 * Texts that try to break out of their context: SQL, input for catastrophic backtracking, and characters that a
 * database or a parser may mishandle. They name only those of this site's tables that an attacker would guess.
 */

const quotes = ["'", '"', "\\'", '$$', "';--", '*/'];

const statements = [
  "' OR '1'='1",
  "x' OR 1=1 --",
  '1 OR 1=1',
  '1; DROP TABLE transfer; --',
  "'; DROP TABLE player CASCADE; --",
  "'); UPDATE wallet SET coins = 999999999; --",
  "' UNION SELECT id, username, email, password_hash FROM player --",
  "1' AND (SELECT pg_sleep(20)) IS NULL --",
  "'||(SELECT pg_sleep(20))||'",
  "'; COPY player TO PROGRAM 'true'; --",
  '$1',
  ':name',
  '{{7*7}}${7*7}<%= 7 %>',
];

const oddities = [
  'before\u0000after',
  '\u0000',
  '\ud800 half a pair',
  '\u202Etxet',
  'I\u0307\u0131\u00DF',
  '\r\nX-Added: yes',
  '%00',
  '%',
  '_%_',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  '-0',
  '1e309',
  '9223372036854775808',
  '170141183460469231731687303715884105728',
  'NaN',
  'null',
  'infinity',
  '-infinity',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999999999Z',
  '0000-01-01T00:00:00Z',
];

/** Pieces that ambiguous patterns can match in many ways, with an end that makes the match fail. */
const runaways = ['a', 'a-', 'a.', '0', ' '].flatMap((piece) => [
  `${piece.repeat(40)}!`,
  `${piece.repeat(Math.floor(240 / piece.length))}@`,
]);
const longOnes = [
  `${'a'.repeat(60_000)}!`,
  `${' '.repeat(60_000)}x`,
  `a@${'a.'.repeat(30_000)}`,
  `${'('.repeat(9_000)}!`,
];

export const sqlTexts: readonly string[] = [...quotes, ...statements];
export const hostileTexts: readonly string[] = [...sqlTexts, ...oddities, ...runaways, ...longOnes];

/** Values of any type, for fields that expect a text or a number. */
export const hostileValues: readonly unknown[] = [
  null,
  {},
  [],
  { $ne: null },
  [[[[[[[[]]]]]]]],
  -1,
  0.1,
  2 ** 53,
  1e308,
];

/** Header values that an HTTP parser accepts. */
export const hostileHeaders: readonly string[] = [
  ...sqlTexts,
  'a'.repeat(6_000),
  `${'a-'.repeat(3_000)}!`,
  `${' '.repeat(3_000)}x`,
  `${',;='.repeat(1_500)}`,
  `${'"\\'.repeat(2_000)}`,
];
