/** The tags that posts may have, as the file tags.yml beside them lists them. */
import { parse } from 'yaml';
import { postLanguages, type PostLanguage } from './languages.ts';

/** The labels of each tag by its name. */
export type TagList = ReadonlyMap<string, Readonly<Record<PostLanguage, string>>>;

/** Throws an error that says what is wrong with the file. */
export const parseTags = (text: string): TagList => {
  const listed = (parse(text) ?? {}) as Record<string, Record<string, unknown> | null>;
  return new Map(
    Object.entries(listed).map(([name, labels]) => {
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
        throw new Error(`"${name}" may contain a-z, 0-9 and single dashes only`);
      const inEach = postLanguages.map((language) => {
        const label = labels?.[language];
        if (typeof label !== 'string' || label.trim() === '')
          throw new Error(`"${name}" has no label in "${language}"`);
        return [language, label.trim()] as const;
      });
      return [name, Object.fromEntries(inEach) as Record<PostLanguage, string>];
    }),
  );
};

/** Expects tags that are in the list. */
export const labelsOf = (names: readonly string[], language: PostLanguage, tagList: TagList): string[] =>
  names.map((name) => tagList.get(name)?.[language] ?? name);
