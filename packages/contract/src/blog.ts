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
  /** The names of the tags, in the same order: `tag` of GET /blog takes them. */
  tagIds: z.optional(z.array(z.string())),
  readTime: z.string(),
  imageUrl: z.nullable(z.string()),
  createdAt: instant,
  likes: z.number(),
  /** Whether the player who asks likes it; false for visitors. */
  liked: z.boolean(),
  /** Only where a language was asked for: that of the text, which is English where there is no translation. */
  language,
  /** Only where a search was asked for: parts of the text around what was found, as plain text. */
  match: z.optional(z.array(z.object({ text: z.string(), isMatch: z.boolean() }))),
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

const maxTagLength = 60;
export const maxSearchLength = 100;

/** GET /blog */
export const blogQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 10),
  /** The `createdAt` of the last one seen. */
  before: z.optional(z.iso.datetime({ offset: true })),
  language,
  /** The name of a tag: the posts that have it. */
  tag: z.optional(z.string().check(z.maxLength(maxTagLength))),
  /**
   * Words, "phrases" and -exclusions in the language: the posts that match, the best first. Answers to a search have no
   * further pages.
   */
  search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(maxSearchLength))),
});

/** GET /blog/tags: the tags of all posts and how many posts have each, the most frequent first. */
export const blogTagsAnswer = z.array(z.object({ id: z.string(), label: z.string(), posts: z.number() }));
export type BlogTag = z.infer<typeof blogTagsAnswer>[number];

export const tagsQuery = z.object({ language });

/** GET /blog/{id} */
export const postQuery = z.object({ language });

/** POST /blog/{id}/like */
export const likeBody = z.strictObject({ liked: z.boolean() });
export const likeAnswer = z.object({ likes: z.number(), liked: z.boolean() });
export type LikeAnswer = z.infer<typeof likeAnswer>;
