import { describe, expect, it } from 'vitest';
import { formatOf } from './format.ts';

const english = formatOf('en');
const spanish = formatOf('es');

describe('format', () => {
  it('groups the digits of coins', () => {
    expect(english.formatCoins(0)).toBe('0');
    expect(english.formatCoins(2480)).toBe('2,480');
    expect(english.formatCoins(1_000_000_000)).toBe('1,000,000,000');
    expect(spanish.formatCoins(2480)).toBe('2.480');
  });

  it('writes a change with its sign, also where there is none', () => {
    expect(english.formatChange(18)).toBe('+18');
    expect(english.formatChange(-1000)).toBe('−1,000');
    expect(english.formatChange(0)).toBe('±0');
    expect(spanish.formatChange(-1000)).toBe('−1.000');
  });

  it('floors multipliers to hundredths and does not lose a hundredth to binary fractions', () => {
    expect(english.formatTwoDecimals(1)).toBe('1.00');
    expect(english.formatTwoDecimals(1.239)).toBe('1.23');
    expect(english.formatTwoDecimals(1.15)).toBe('1.15');
    expect(english.formatTwoDecimals(8.2)).toBe('8.20');
    expect(english.formatTwoDecimals(10_000)).toBe('10,000.00');
    expect(spanish.formatTwoDecimals(1.15)).toBe('1,15');
    expect(spanish.formatTwoDecimals(10_000)).toBe('10.000,00');
  });

  it('writes a return as coins of a hundred', () => {
    expect(english.formatReturn(9700)).toBe('97');
    expect(english.formatReturn(9650)).toBe('96.5');
    expect(english.formatReturn(9403)).toBe('94');
    expect(english.formatReturn(9675)).toBe('96.8');
    expect(spanish.formatReturn(9650)).toBe('96,5');
  });

  it('writes dates as "MMM d, yyyy" in English, and with the day first in Spanish', () => {
    expect(english.formatDate('2026-11-21T12:00:00.000Z')).toBe('Nov 21, 2026');
    expect(spanish.formatDate('2026-11-21T12:00:00.000Z')).toBe('21 nov 2026');
    expect(spanish.formatLongDate('2026-11-05T23:59:00.000Z')).toBe('5 de noviembre de 2026');
  });

  it('writes the time of a moment with 24 hours', () => {
    expect(english.formatMoment('2026-11-21T20:05:00')).toBe('Nov 21, 2026, 20:05');
    expect(spanish.formatMoment('2026-11-21T20:05:00')).toBe('21 nov 2026, 20:05');
    expect(english.formatMoment('2026-11-21T00:05:00')).toBe('Nov 21, 2026, 00:05');
  });

  it('has one object per language, so that what is made from it need not be made again', () => {
    expect(formatOf('es')).toBe(spanish);
    expect(spanish).not.toBe(english);
  });
});

it.each([
  ['en', '1000', 1000],
  ['en', '1,000', 1000],
  ['en', ' 12,345,678 ', 12_345_678],
  ['en', '0', 0],
  ['en', '-100', -100],
  ['es', '1000', 1000],
  ['es', '1.000', 1000],
  ...[
    '1.000',
    '1,00',
    '1,0000',
    ',100',
    '100,',
    '1.5',
    '1e3',
    '0x10',
    '',
    ' ',
    '1 000',
    '٣',
    'ten',
    '--1',
  ].map((typed) => ['en', typed, Number.NaN] as const),
  ...['1,000', '1,5', '1.00', '1.0000'].map((typed) => ['es', typed, Number.NaN] as const),
] as const)('in "%s", what is typed as %j is read as %s coins', (language, typed, coins) => {
  expect(formatOf(language).readCoins(typed)).toBe(coins);
});

it.each([
  ...['2', '2.5', '2,5', ' 2.50x ', '2,50 X'].map(
    (typed) => ['en', typed, typed.includes('5') ? 2.5 : 2] as const,
  ),
  ['en', '10,000', 10_000],
  ['en', '1,000.5', 1_000.5],
  ['en', '1,000.50', 1_000.5],
  ['es', '10.000', 10_000],
  ['es', '1.000,50', 1_000.5],
  ['es', '1000.5', 1_000.5],
  ...['1.000', '1.000,50', '1,00,000', '1e3', '-2', '2.', '.5', '1.001', '', 'x', 'two', '10,000,'].map(
    (typed) => ['en', typed, Number.NaN] as const,
  ),
  ...['1,000', '1,000.50'].map((typed) => ['es', typed, Number.NaN] as const),
] as const)('in "%s", what is typed as %j is read as the factor %s', (language, typed, factor) => {
  expect(formatOf(language).readFactor(typed)).toBe(factor);
});
