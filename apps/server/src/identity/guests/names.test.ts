import { username } from '@fairground/contract/primitives';
import { expect, it } from 'vitest';
import { createGuestAvatar, createGuestName, firstWords, secondWords } from './names.ts';

/** Bytes that count up from a start, so that every word and number is drawn. */
const countFrom = (start: number) => {
  let next = start;
  return { randomBytes: (size: number) => Buffer.from(Array.from({ length: size }, () => next++ % 256)) };
};

it('every name obeys the rules for usernames', () => {
  for (const first of firstWords) {
    for (const second of secondWords) {
      expect(username.safeParse(`${first}${second}9999`).success, `${first}${second}`).toBe(true);
    }
  }
});

it('no word is in a list twice, and each byte leads to a word with the same chance', () => {
  for (const words of [firstWords, secondWords]) {
    expect(new Set(words).size).toBe(words.length);
    expect(256 % words.length).toBe(0);
  }
});

it('a name is two words and four digits, and an avatar one of the twenty', () => {
  const names = new Set<string>();
  for (let start = 0; start < 256; start++) {
    const name = createGuestName(countFrom(start));
    names.add(name);
    expect(name).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+[1-9]\d{3}$/);
    expect(createGuestAvatar(countFrom(start))).toMatch(/^avatar([1-9]|1\d|20)$/);
  }
  expect(names.size).toBeGreaterThan(200);
});
