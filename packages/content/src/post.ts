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
export const reservedSlug = 'tags';
const layout = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/;
const readTimes: Record<PostLanguage, (minutes: number) => string> = {
  en: (minutes) => `${minutes} min read`,
  es: (minutes) => `${minutes} min de lectura`,
};

/** The text of a post as its author wrote it. */
export interface WrittenText {
  title: string;
  excerpt: string;
  category: string;
  markdown: string;
}

/** What the public pages show of a text; `tags` are labels in its language. */
export const renderText = (
  { title, excerpt, category, markdown }: WrittenText,
  { language, tags }: { language: PostLanguage; tags: readonly string[] },
): PostText => {
  const minutes = Math.max(1, Math.ceil(markdown.trim().split(/\s+/).length / wordsPerMinute));
  const { html, plainText } = renderMarkdown(markdown);
  return { title, excerpt, content: html, plainText, category, tags, readTime: readTimes[language](minutes) };
};

/** Throws an error that names the file and what is wrong with it. */
export const parsePost = (slug: string, text: string, tagList: TagList): Post => {
  const written = readLayout(`content/blog/${slug}.md`, text);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    throw written.errorFor('the name may contain a-z, 0-9 and single dashes only');
  if (slug === reservedSlug) throw written.errorFor('the address of that name is that of the tags');
  const tagIds = readTags(written, tagList);
  const createdAt = new Date(written.textOf('date'));
  if (Number.isNaN(createdAt.getTime())) throw written.errorFor('"date" is not a date');
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
  { slug, tagIds }: Pick<Post, 'slug' | 'tagIds'>,
  { language, text, tagList }: { language: TranslationLanguage; text: string; tagList: TagList },
): PostText => {
  const written = readLayout(`content/blog/${language}/${slug}.md`, text);
  for (const name of ['date', 'image', 'tags'])
    if (written.facts[name] !== undefined)
      throw written.errorFor(`"${name}" is that of content/blog/${slug}.md`);
  return toText(written, language, labelsOf(tagIds, language, tagList));
};

/** A post for readers of a language: its translation, or the original where there is none. */
export const postIn = (post: Post, language: PostLanguage): Post & { language: PostLanguage } => {
  const translation = language === originalLanguage ? undefined : post.translations[language];
  return translation ? { ...post, ...translation, language } : { ...post, language: originalLanguage };
};

const readLayout = (file: string, text: string) => {
  const errorFor = (reason: string): Error => new Error(`${file}: ${reason}`);
  const match = layout.exec(text.replaceAll('\r\n', '\n'));
  if (!match) throw errorFor('it must begin with its facts between two lines of ---');
  const facts = (parse(match[1] ?? '') as Record<string, unknown> | null) ?? {};
  const textOf = (name: string): string => {
    const value = facts[name];
    if (typeof value !== 'string' || value.trim() === '') throw errorFor(`"${name}" is missing`);
    return value.trim();
  };
  return { facts, body: (match[2] ?? '').trim(), textOf, errorFor };
};

type Written = ReturnType<typeof readLayout>;

const readTags = ({ facts, errorFor }: Written, tagList: TagList): string[] => {
  const tags = facts['tags'];
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string'))
    throw errorFor('"tags" must be a list');
  for (const tag of tags) if (!tagList.has(tag)) throw errorFor(`"${tag}" is not in content/blog/tags.yml`);
  if (new Set(tags).size < tags.length) throw errorFor('"tags" names one twice');
  return tags;
};

const toText = ({ body, textOf }: Written, language: PostLanguage, tags: readonly string[]): PostText =>
  renderText(
    { title: textOf('title'), excerpt: textOf('excerpt'), category: textOf('category'), markdown: body },
    { language, tags },
  );
