/** Blog posts, and liking them. */
import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';
import { id, instant } from './primitives.ts';

/** English is what posts are written in; the others are translations. */
const postLanguage = z.enum(['en', 'es']);
/** Without it posts are in their original language; headers are ignored. */
const language = z.optional(postLanguage);

export const blogPostSchema = z.object({
  /** The slug. */
  id,
  title: z.string(),
  excerpt: z.string(),
  /** HTML that was made from Markdown with everything else escaped. */
  content: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  readTime: z.string(),
  imageUrl: z.nullable(z.string()),
  createdAt: instant,
  likes: z.number(),
  /** Whether the player who asks likes it; false for visitors. */
  liked: z.boolean(),
  /** Only where a language was asked for: that of the text, which is English where there is no translation. */
  language,
});

/** As a page reads it: members of a post with a default may be missing. */
export const shownPost = z.extend(blogPostSchema, {
  readTime: otherwise(z.string(), ''),
  imageUrl: otherwise(z.nullable(z.string()), null),
  likes: otherwise(z.number(), 0),
  liked: otherwise(z.boolean(), false),
});

/** GET /blog, the newest first. */
export const blogListAnswer = z.array(shownPost);

export type BlogPost = z.infer<typeof blogPostSchema>;

/** GET /blog */
export const blogQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 10),
  /** The `createdAt` of the last one seen. */
  before: z.optional(z.iso.datetime({ offset: true })),
  language,
});

/** GET /blog/{id} */
export const postQuery = z.object({ language });

/** POST /blog/{id}/like */
export const likeBody = z.strictObject({ liked: z.boolean() });
export const likeAnswer = z.object({ likes: z.number(), liked: z.boolean() });
export type LikeAnswer = z.infer<typeof likeAnswer>;
