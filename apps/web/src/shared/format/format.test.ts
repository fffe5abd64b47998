import { describe, expect, it } from 'vitest';
import { formatCoins, formatDate, formatMultiplier, formatReturn } from './format.ts';

describe('format', () => {
  it('groups the digits of coins', () => {
    expect(formatCoins(0)).toBe('0');
    expect(formatCoins(2480)).toBe('2,480');
    expect(formatCoins(1_000_000_000)).toBe('1,000,000,000');
  });

  it('floors multipliers to hundredths and does not lose a hundredth to binary fractions', () => {
    expect(formatMultiplier(1)).toBe('1.00');
    expect(formatMultiplier(1.239)).toBe('1.23');
    expect(formatMultiplier(1.15)).toBe('1.15');
    expect(formatMultiplier(8.2)).toBe('8.20');
    expect(formatMultiplier(10_000)).toBe('10,000.00');
  });

  it('writes a return as coins of a hundred', () => {
    expect(formatReturn(9700)).toBe('97');
    expect(formatReturn(9650)).toBe('96.5');
    expect(formatReturn(9403)).toBe('94');
    expect(formatReturn(9675)).toBe('96.8');
  });

  it('writes dates as "MMM d, yyyy"', () => {
    expect(formatDate('2026-11-21T12:00:00.000Z')).toBe('Nov 21, 2026');
  });
});
