/** What a card shows of a post. */

const longestExcerpt = 300;

/** Cut at 300 characters, an emoji counting as one; what was cut off is stood for by three dots. */
export function cutExcerpt(excerpt: string): string {
  const characters = Array.from(excerpt);
  if (characters.length <= longestExcerpt) return excerpt;
  return `${characters.slice(0, longestExcerpt).join('').trimEnd()}...`;
}

export const shownTags = (tags: readonly string[]): readonly string[] => tags.slice(0, 3);

const usualMinutes = '5';

/**
 * Minutes of an original are written in the language of the page; translations bring their own text, and
 * imported posts may have none.
 */
export function shownReadTime(readTime: string, format: (minutes: string) => string): string {
  const words = readTime.trim();
  if (words === '') return format(usualMinutes);
  const minutes = /^(\d+) min read$/.exec(words)?.[1];
  return minutes === undefined ? words : format(minutes);
}
