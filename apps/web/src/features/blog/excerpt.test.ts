import { describe, expect, it } from 'vitest';
import { cutExcerpt, shownReadTime, shownTags } from './excerpt.ts';

describe('a card of the blog', () => {
  it('shows all of an excerpt of 300 characters, and cuts a longer one with an ellipsis', () => {
    expect(cutExcerpt('a'.repeat(300))).toBe('a'.repeat(300));
    expect(cutExcerpt('a'.repeat(301))).toBe(`${'a'.repeat(300)}...`);
    expect(cutExcerpt(`${'a'.repeat(299)} and more`)).toBe(`${'a'.repeat(299)}...`);
  });

  it('never cuts a character in two', () => {
    expect(cutExcerpt('🎡'.repeat(301))).toBe(`${'🎡'.repeat(300)}...`);
  });

  it('shows three tags at most', () => {
    expect(shownTags(['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c']);
    expect(shownTags([])).toEqual([]);
  });

  it('falls back to the usual reading time, and writes minutes in the language of the page', () => {
    const english = (n: string) => `${n} min read`;
    const spanish = (n: string) => `${n} min de lectura`;
    expect(shownReadTime('', english)).toBe('5 min read');
    expect(shownReadTime('2 min read', english)).toBe('2 min read');
    expect(shownReadTime('12 min read', spanish)).toBe('12 min de lectura');
    expect(shownReadTime('an evening', spanish)).toBe('an evening');
  });
});
