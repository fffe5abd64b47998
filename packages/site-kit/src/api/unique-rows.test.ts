/** Pages of a list by number, which rows enter while it is read. */
import { expect, it } from 'vitest';
import { areOverlapping, uniqueRows } from './unique-rows.ts';

const page = (...ids: string[]) => ids.map((id) => ({ id }));

it('shows a row once that came in two pages', () => {
  expect(uniqueRows([page('9', '8', '7'), page('8', '7', '6')])).toEqual(page('9', '8', '7', '6'));
});

it('knows by a repeated row that others came in', () => {
  expect(areOverlapping([page('9', '8'), page('8', '7')])).toBe(true);
  expect(areOverlapping([page('9', '8'), page('7', '6'), []])).toBe(false);
});
