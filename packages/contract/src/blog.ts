/** Blog posts, and liking them. */
import * as z from 'zod/mini';
import { id, instant } from './primitives.ts';

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
});

/** GET /blog, the newest first. */
export const blogListAnswer = z.array(blogPostSchema);

export type BlogPost = z.infer<typeof blogPostSchema>;

/** GET /blog */
export const blogQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 10),
  /** The `createdAt` of the last one seen. */
  before: z.optional(z.iso.datetime({ offset: true })),
});

/** POST /blog/{id}/like */
export const likeBody = z.strictObject({ liked: z.boolean() });
export const likeAnswer = z.object({ likes: z.number(), liked: z.boolean() });
export type LikeAnswer = z.infer<typeof likeAnswer>;
