import { describe, expect, it } from 'vitest';
import { mergeEntry, mergeList, newerOf, type MergeRule } from '../web/merge.ts';

const rule: MergeRule<Entry> = {
  idOf: ({ id }) => id,
  versionOf: ({ version }) => version,
  createdAtOf: ({ at }) => at,
  maxLength: 3,
};
const entry = (id: string, version: number, text = '') => ({
  id,
  version,
  at: `2026-01-0${id}`,
  text,
});

type Entry = ReturnType<typeof entry>;
const ids = (entries: readonly Entry[]): string =>
  entries.map(({ id, version }) => `${id}v${version}`).join(' ');

describe('two versions of an entry', () => {
  it('become the later one, in any order of arrival', () => {
    const [early, late] = [entry('1', 0), entry('1', 1)];
    expect(newerOf(early, late, rule.versionOf)).toBe(late);
    expect(newerOf(late, early, rule.versionOf)).toBe(late);
  });

  it('of the same version become the one that was received last', () => {
    expect(newerOf(entry('1', 1, 'guess'), entry('1', 1, 'answer'), rule.versionOf).text).toBe('answer');
  });
});

describe('a list as the server has listed it', () => {
  it('takes nothing back, and drops what is no longer listed', () => {
    const known = [entry('3', 1), entry('2', 1), entry('1', 1)];
    expect(ids(mergeList(known, [entry('3', 0), entry('2', 2)], rule))).toBe('3v1 2v2');
  });

  it('is placed after newer entries, in a list of limited length', () => {
    const known = [entry('5', 0), entry('4', 0), entry('3', 0)];
    const listed = [entry('3', 1), entry('2', 1), entry('1', 1)];
    expect(ids(mergeList(known, listed, rule))).toBe('5v0 4v0 3v1');
    expect(ids(mergeList(known, [], rule))).toBe('5v0 4v0 3v0');
  });
});

describe('a single entry', () => {
  it('is replaced in its place by a later version only', () => {
    const known = [entry('2', 0), entry('1', 1)];
    expect(ids(mergeEntry(known, entry('1', 2), rule))).toBe('2v0 1v2');
    expect(ids(mergeEntry(known, entry('1', 0), rule))).toBe('2v0 1v1');
  });

  it('that is new is first, and the oldest is removed', () => {
    const known = [entry('3', 0), entry('2', 0), entry('1', 0)];
    expect(ids(mergeEntry(known, entry('4', 0), rule))).toBe('4v0 3v0 2v0');
  });
});
