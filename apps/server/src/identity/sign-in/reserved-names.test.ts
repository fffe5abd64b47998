import { expect, it } from 'vitest';
import { isReservedName } from './reserved-names.ts';

it.each([
  'admin',
  'ADMIN',
  'Admin_1',
  'support',
  'Supp0rt',
  '5upport',
  'm0derator',
  'fairground',
  'The_Fairground',
  'fa1rground_7',
  'closed_0123456789ab',
  'root2026',
])('%s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true);
});

it.each([
  'alice',
  'fair_01ab',
  'administrata',
  'supporter',
  'Hana_2',
  'robot',
  'bottle',
  'closed',
  'Systematic',
  'helper1',
])('%s is not reserved', (name) => {
  expect(isReservedName(name)).toBe(false);
});
