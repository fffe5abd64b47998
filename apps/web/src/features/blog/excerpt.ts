/** What a card shows of a post. */

const longestExcerpt = 300;

/** Cut at 300 characters, an emoji counting as one; what was cut off is stood for by three dots. */
export function cutExcerpt(excerpt: string): string {
  const characters = Array.from(excerpt);
  if (characters.length <= longestExcerpt) return excerpt;
  return `${characters.slice(0, longestExcerpt).join('').trimEnd()}...`;
}

export const shownTags = (tags: readonly string[]): readonly string[] => tags.slice(0, 3);

/** Posts from elsewhere may come without one. */
export const shownReadTime = (readTime: string, otherwise: string): string => readTime.trim() || otherwise;
