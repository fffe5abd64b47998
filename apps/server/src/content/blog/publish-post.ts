/** Publishes posts of the console. They are public from their time on, on every process, without another act. */
import type { Post } from '@fairground/content/post';
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/posts.sql.ts';

export interface PublishedPost {
  post: Omit<Post, 'createdAt'>;
  draftVersion: number;
  /** Null for now: a post that is public already keeps its date. */
  publishAt: Date | null;
}

/** In a transaction of the caller. Undefined where a file has the name, or a public post would be scheduled. */
export const publishPost = async (
  query: Database['query'],
  { post, draftVersion, publishAt }: PublishedPost,
): Promise<Date | undefined> => {
  const { slug, translations, ...original } = post;
  const published = await sql.publishPost.first(query, {
    post: JSON.stringify({ slug, ...original }),
    draftVersion,
    publishAt,
  });
  if (!published) return undefined;
  await sql.deleteTranslations.run(query, { slug });
  const texts = Object.entries(translations).map(([language, text]) => ({ slug, language, ...text }));
  if (texts.length > 0) await sql.replaceTranslations.run(query, { translations: JSON.stringify(texts) });
  return published.publish_at;
};

/** False where it is neither public nor scheduled. */
export const unpublishPost = async (query: Database['query'], slug: string): Promise<boolean> =>
  (await sql.unpublishPost.first(query, { slug })) !== undefined;
