/** Reads the blog's posts from content/blog, and their translations from a folder a language within it. */
import { readdir, readFile } from 'node:fs/promises';
import {
  originalLanguage,
  parsePost,
  parseTranslation,
  postLanguages,
  type Post,
  type PostText,
} from '@fairground/content/post';

const blogFolder = new URL('../../../../content/blog/', import.meta.url);

/** Throws an error that names the file, where one is not as it should be. */
export const readPosts = async (folder: URL = blogFolder): Promise<Post[]> => {
  const posts = await readTexts(folder, parsePost);
  const translations = await Promise.all(
    postLanguages
      .filter((language) => language !== originalLanguage)
      .map(async (language) => ({
        language,
        texts: await readTexts(new URL(`${language}/`, folder), (slug, text): [string, PostText] => [
          slug,
          parseTranslation(slug, language, text),
        ]),
      })),
  );
  const bySlug = new Map(posts.map((post) => [post.slug, post]));
  for (const { language, texts } of translations) {
    for (const [slug, text] of texts) {
      const post = bySlug.get(slug);
      if (!post)
        throw new Error(
          `content/blog/${language}/${slug}.md: there is no content/blog/${slug}.md that it translates`,
        );
      bySlug.set(slug, { ...post, translations: { ...post.translations, [language]: text } });
    }
  }
  return [...bySlug.values()];
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
