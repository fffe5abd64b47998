import { expect, it } from 'vitest';
import { formatMonth } from './month.ts';

it('writes a month in the language of the page, the same in every zone', () => {
  expect(formatMonth('2026-11', 'en')).toBe('November 2026');
  expect(formatMonth('2026-01', 'es')).toBe('Enero de 2026');
});
