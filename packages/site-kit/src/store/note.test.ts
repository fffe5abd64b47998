import { expect, test } from 'vitest';
import { createNote } from './note.ts';

const values = new Map<string, string>();
const storage = {
  getItem: (name: string) => values.get(name) ?? null,
  setItem: (name: string, value: string) => void values.set(name, value),
  removeItem: (name: string) => void values.delete(name),
};

test('is read as it was written, until it is removed', () => {
  const text = createNote('text', String, () => storage);
  const list = createNote(
    'list',
    (stored) => JSON.parse(stored) as number[],
    () => storage,
  );
  expect([text.read(), list.read()]).toEqual([null, null]);
  expect([text.write('on'), list.write([1, 2])]).toEqual([true, true]);
  expect([text.read(), list.read()]).toEqual(['on', [1, 2]]);
  expect(values.get('text'), 'scripts before the application read it').toBe('on');
  text.remove();
  expect(text.read()).toBeNull();
});

test('is nothing where it does not parse', () => {
  values.set('broken', '{');
  expect(
    createNote(
      'broken',
      (stored) => JSON.parse(stored) as unknown,
      () => storage,
    ).read(),
  ).toBeNull();
});

test('is nothing where storage is forbidden', () => {
  const note = createNote('any', String, () => {
    throw new Error('denied');
  });
  expect(note.write('on')).toBe(false);
  expect(note.read()).toBeNull();
  expect(() => note.remove()).not.toThrow();
});
