/**
 * A blog post as its author writes it: YAML between two lines of dashes, then Markdown. HTML in the text is
 * shown as text, never taken over, so what comes out is safe to put on a page. A translation is a file of its
 * own, with the words alone: date, picture and tags are those of the original.
 */
import { parse } from 'yaml';
import { renderMarkdown } from './markdown.ts';
import { labelsOf, type TagList } from './tags.ts';
import { originalLanguage, type PostLanguage, type TranslationLanguage } from './languages.ts';

export * from './languages.ts';

/** The text of a post in one language. */
export interface PostText {
  title: string;
  excerpt: string;
  /** HTML made from the Markdown. */
  content: string;
  /** The text of `content` without markup, for the search. */
  plainText: string;
  category: string;
  /** The labels of the tags in this language. */
  tags: readonly string[];
  readTime: string;
}

export interface Post extends PostText {
  /** The file's name: part of the address, and so never changed. */
  slug: string;
  /** The names of the tags: a part of addresses. */
  tagIds: readonly string[];
  imageUrl: string | null;
  /** ISO 8601 in UTC. */
  createdAt: string;
  translations: Readonly<Partial<Record<TranslationLanguage, PostText>>>;
}

const wordsPerMinute = 220;
/** `/blog/tags` is the call that lists the tags. */
const reservedSlug = 'tags';
/** As long as an id of the contract. */
const maxSlugLength = 64;
const layout = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/;
/** A time names its zone: that of a machine is not the same for every process. */
const dateLayout = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;
const readTimes: Record<PostLanguage, (minutes: number) => string> = {
  en: (minutes) => `${minutes} min read`,
  es: (minutes) => `${minutes} min de lectura`,
};

/** Throws an error that says what is wrong with the file. */
export const parsePost = (slug: string, text: string, tagList: TagList): Post => {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > maxSlugLength)
    throw new Error(`the name may have ${maxSlugLength} characters: a-z, 0-9 and single dashes`);
  if (slug === reservedSlug) throw new Error('the address of that name is that of the tags');
  const written = readLayout(text);
  const tagIds = readTags(written, tagList);
  const date = written.textOf('date');
  const createdAt = new Date(date);
  const year = createdAt.getUTCFullYear();
  if (!dateLayout.test(date) || !(year > 1000 && year < 9000))
    throw new Error('"date" is not a date like 2026-11-20 or 2026-11-20T09:00:00Z');
  const image = written.facts['image'];
  return {
    slug,
    ...toText(written, originalLanguage, labelsOf(tagIds, originalLanguage, tagList)),
    tagIds,
    imageUrl: typeof image === 'string' ? image : null,
    createdAt: createdAt.toISOString(),
    translations: {},
  };
};

/** Reads a post's words in another language; it throws as `parsePost` does. */
export const parseTranslation = (
  { tagIds }: Pick<Post, 'tagIds'>,
  { language, text, tagList }: { language: TranslationLanguage; text: string; tagList: TagList },
): PostText => {
  const written = readLayout(text);
  for (const name of ['date', 'image', 'tags'])
    if (written.facts[name] !== undefined) throw new Error(`"${name}" is that of the original`);
  return toText(written, language, labelsOf(tagIds, language, tagList));
};

/** A post for readers of a language: its translation, or the original where there is none. */
export const postIn = (post: Post, language: PostLanguage): Post & { language: PostLanguage } => {
  const translation = language === originalLanguage ? undefined : post.translations[language];
  return translation ? { ...post, ...translation, language } : { ...post, language: originalLanguage };
};

const readLayout = (text: string) => {
  const match = layout.exec(text.replaceAll('\r\n', '\n'));
  if (!match) throw new Error('it must begin with its facts between two lines of ---');
  const facts = (parse(match[1] ?? '', { logLevel: 'error' }) as Record<string, unknown> | null) ?? {};
  const textOf = (name: string): string => {
    const value = facts[name];
    if (typeof value !== 'string' || value.trim() === '') throw new Error(`"${name}" is missing, or no text`);
    return value.trim();
  };
  return { facts, body: (match[2] ?? '').trim(), textOf };
};

type Written = ReturnType<typeof readLayout>;

const readTags = ({ facts }: Written, tagList: TagList): string[] => {
  const tags = facts['tags'];
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string'))
    throw new Error('"tags" must be a list');
  for (const tag of tags) if (!tagList.has(tag)) throw new Error(`the tag "${tag}" is not in tags.yml`);
  if (new Set(tags).size < tags.length) throw new Error('"tags" names one twice');
  return tags;
};

/** What the public pages show of a text; `tags` are labels in its language. */
const toText = ({ body, textOf }: Written, language: PostLanguage, tags: readonly string[]): PostText => {
  const minutes = Math.max(1, Math.ceil(body.split(/\s+/).length / wordsPerMinute));
  const { html, plainText } = renderMarkdown(body);
  return {
    title: textOf('title'),
    excerpt: textOf('excerpt'),
    content: html,
    plainText,
    category: textOf('category'),
    tags,
    readTime: readTimes[language](minutes),
  };
};
