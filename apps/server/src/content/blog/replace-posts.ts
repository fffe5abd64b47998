/** Publishes the posts of the folder: those given, in the languages given, and no others. */
import type { Post } from '@fairground/content/post';
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/posts.sql.ts';

/** The rows of the posts are locked first, so that concurrent imports wait for each other. */
export const replacePosts = async (query: Database['query'], posts: readonly Post[]): Promise<void> => {
  await sql.replacePosts.run(query, { posts: JSON.stringify(posts) });
  await sql.hideOtherPosts.run(query, { slugs: posts.map(({ slug }) => slug) });
  const translations = posts.flatMap(({ slug, translations: texts }) =>
    Object.entries(texts).map(([language, text]) => ({ slug, language, ...text })),
  );
  await sql.replaceTranslations.run(query, { translations: JSON.stringify(translations) });
  await sql.deleteOtherTranslations.run(query, {
    slugs: translations.map(({ slug }) => slug),
    languages: translations.map(({ language }) => language),
  });
};
