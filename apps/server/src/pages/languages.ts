/** Which language a page is answered in: the one that was chosen with the switch, else what the browser requests. */

/** The switch sets it, see packages/site-kit/src/i18n/language.ts. */
const cookie = /(?:^|;\s*)language=(\w+)/;

/** The first of `languages` is for requests that name none that we have, such as those of search engines. */
export const pickLanguage = (
  languages: readonly [string, ...string[]],
  headers: { cookie?: string | undefined; 'accept-language'?: string | undefined },
): string => {
  const chosen = cookie.exec(headers.cookie ?? '')?.[1];
  if (chosen !== undefined && languages.includes(chosen)) return chosen;
  return (
    parseLanguageTags(headers['accept-language'] ?? '').find((tag) => languages.includes(tag)) ?? languages[0]
  );
};

/**
 * The languages of an Accept-Language header without their territories, in the order of preference (RFC 9110, 12.5.4).
 */
const parseLanguageTags = (header: string): string[] =>
  header
    .slice(0, 1_000)
    .split(',')
    .map((wish) => {
      const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { language: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
