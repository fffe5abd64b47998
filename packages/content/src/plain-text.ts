/** The words of a post without markup. */

/** What is read of a token of markdown-it. */
interface Token {
  type: string;
  content: string;
  children: readonly Token[] | null;
}

/**
 * Marks around what a search found, in a text that has neither: characters of private use, which no post needs. They
 * are removed from posts, so that a mark always comes from the search.
 */
export const matchMarks = { start: '\uE000', stop: '\uE001' } as const;

export const toPlainText = (tokens: readonly Token[]): string =>
  tokens
    .flatMap(({ type, content, children }) =>
      type === 'inline' ? [(children ?? []).map(textOf).join('')] : isCode(type) ? [content] : [],
    )
    .join(' ')
    .replaceAll(/[\uE000\uE001]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const isCode = (type: string): boolean => type === 'fence' || type === 'code_block';

const textOf = ({ type, content }: Token): string => {
  if (type === 'text' || type === 'code_inline' || type === 'image') return content;
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : '';
};
