/** For pages of visitors, which load no zod: what checks of an answer are made of. */
import type { Answer } from './request.ts';

export type Fields = Record<string, unknown>;

export const isFields = (input: unknown): input is Fields =>
  typeof input === 'object' && input !== null && !Array.isArray(input);
export const isText = (input: unknown): input is string => typeof input === 'string';
export const isNumber = (input: unknown): input is number => Number.isFinite(input);
export const isId = (input: unknown): input is string =>
  isText(input) && input.length > 0 && input.length <= 64;
export const isInstant = (input: unknown): input is string =>
  isText(input) && /^\d{4}-\d\d-\d\dT\d\d:\d\d.*Z$/.test(input) && !Number.isNaN(Date.parse(input));
export const isListOf = <Item>(input: unknown, isItem: (item: unknown) => item is Item): input is Item[] =>
  Array.isArray(input) && input.every(isItem);

export const answerOf = <Value>(
  fits: (input: unknown) => input is Value,
  read: (value: Value) => Value = (value) => value,
): Answer<Value> => ({
  safeParse: (input) => (fits(input) ? { success: true, data: read(input) } : { success: false }),
});
