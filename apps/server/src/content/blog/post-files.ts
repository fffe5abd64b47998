/** Reads the blog's posts from content/blog, and their translations from a folder a language within it. */
import { readdir, readFile } from 'node:fs/promises';
import {
  originalLanguage,
  parsePost,
  parseTranslation,
  postLanguages,
  type Post,
} from '@fairground/content/post';
import { parseTags, type TagList } from '@fairground/content/tags';
import { isMissingFile } from '../../platform/files.ts';

const blogFolder = new URL('../../../../../content/blog/', import.meta.url);

/** The tags that posts may have. */
export const readTags = async (folder: URL = blogFolder): Promise<TagList> =>
  parseTags(await readIfThere(new URL('tags.yml', folder)));

/** Throws an error that names the file, where one is not as it should be. */
export const readPosts = async (folder: URL = blogFolder): Promise<Post[]> => {
  const tagList = await readTags(folder);
  const posts = await readTexts(folder, (slug, text) => parsePost(slug, text, tagList));
  const bySlug = new Map(posts.map((post) => [post.slug, post]));
  for (const language of postLanguages) {
    if (language === originalLanguage) continue;
    const texts = await readTexts(new URL(`${language}/`, folder), (slug, text) => ({ slug, text }));
    for (const { slug, text } of texts) {
      const post = bySlug.get(slug);
      if (!post)
        throw new Error(
          `content/blog/${language}/${slug}.md: there is no content/blog/${slug}.md that it translates`,
        );
      const translation = parseTranslation(post, { language, text, tagList });
      bySlug.set(slug, { ...post, translations: { ...post.translations, [language]: translation } });
    }
  }
  return [...bySlug.values()];
};

/** Empty for a folder without the file: its posts then have no tags. */
const readIfThere = async (file: URL): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return '';
    throw error;
  }
};

/** Each file of a folder in the order of their names; a folder that is not there has none. */
const readTexts = async <Text>(folder: URL, read: (slug: string, text: string) => Text): Promise<Text[]> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.md')).toSorted();
  return Promise.all(
    files.map(async (name) => read(name.slice(0, -3), await readFile(new URL(name, folder), 'utf8'))),
  );
};
