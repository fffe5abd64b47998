/** The tags that posts may have, as content/blog/tags.yml lists them. */
import { parse } from 'yaml';
import { postLanguages, type PostLanguage } from './languages.ts';

/** The labels of each tag by its name. */
export type TagList = ReadonlyMap<string, Readonly<Record<PostLanguage, string>>>;

const file = 'content/blog/tags.yml';

/** Throws an error that names the file and what is wrong with it. */
export const parseTags = (text: string): TagList => {
  const listed = (parse(text) ?? {}) as Record<string, Record<string, unknown> | null>;
  return new Map(
    Object.entries(listed).map(([name, labels]) => {
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
        throw new Error(`${file}: "${name}" may contain a-z, 0-9 and single dashes only`);
      const inEach = postLanguages.map((language) => {
        const label = labels?.[language];
        if (typeof label !== 'string' || label.trim() === '')
          throw new Error(`${file}: "${name}" has no label in "${language}"`);
        return [language, label.trim()] as const;
      });
      return [name, Object.fromEntries(inEach) as Record<PostLanguage, string>];
    }),
  );
};

/** Expects tags that are in the list. */
export const labelsOf = (names: readonly string[], language: PostLanguage, tagList: TagList): string[] =>
  names.map((name) => tagList.get(name)?.[language] ?? name);
