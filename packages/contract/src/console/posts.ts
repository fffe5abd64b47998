/** The console's pages of the blog: drafts, and what is public of them. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';

const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));
const line = (maxLength: number) => text(maxLength).check(z.regex(/^[^\r\n]*$/, 'Must be a single line.'));

/** A part of the address, which never changes. */
export const postSlug = z
  .string()
  .check(
    z.maxLength(80),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'May contain a-z, 0-9 and single dashes only.'),
  );

/** What a draft has in one language. A draft may be incomplete; what is published may not. */
export const draftText = z.strictObject({
  title: line(120),
  excerpt: line(500),
  category: line(60),
  markdown: text(30_000),
});

export const postDraft = z.strictObject({
  /** A picture of this site. */
  imageUrl: z.nullable(
    z.string().check(z.maxLength(200), z.regex(/^\/[\w.-][\w./-]*$/, 'Must be a path of this site.')),
  ),
  /** Names from content/blog/tags.yml. */
  tagIds: z.array(text(60)).check(z.maxLength(10)),
  en: draftText,
  /** Null for a post without a translation. */
  es: z.nullable(draftText),
});

const draftLanguage = z.enum(['en', 'es']);

/** Posts of files are always public. */
const postState = z.enum(['draft', 'scheduled', 'public']);

/** GET /console/posts: drafts, the one that was saved last first, then posts of files. */
export const postsAnswer = z.object({
  posts: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      languages: z.array(z.string()),
      /** Posts of content/blog are read-only here. */
      isFile: z.boolean(),
      state: postState,
      /** When it was or will be published. */
      publicAt: z.nullable(instant),
      /** Whether the draft is newer than what was published or scheduled. */
      isEdited: z.boolean(),
      updatedAt: z.nullable(instant),
      updatedBy: z.nullable(z.string()),
      likes: z.number(),
    }),
  ),
});

const tags = z.array(z.object({ id: z.string(), label: z.string() }));
/** GET /console/post-tags */
export const postTagsAnswer = z.object({ tags });

/** GET /console/posts/{slug}: a draft, of posts of the console alone. */
export const postAnswer = z.object({
  slug: z.string(),
  version: z.number(),
  draft: postDraft,
  updatedAt: instant,
  updatedBy: z.string(),
  state: postState,
  publicAt: z.nullable(instant),
  /** Whether it was never published or scheduled. */
  isDeletable: z.optional(z.boolean()),
  /** The version that was published or scheduled. */
  publicVersion: z.nullable(z.number()),
});

export const postParams = z.object({ slug: postSlug });

/** POST /console/posts */
export const createPostBody = z.strictObject({ slug: postSlug, draft: postDraft });

const version = z.number().check(z.int(), z.gte(1), z.lte(1_000_000_000));

/** POST /console/posts/{slug}/save. `version` is the one that was edited: 409 where there is a newer one. */
export const savePostBody = z.strictObject({ version, draft: postDraft });
export const savePostAnswer = z.object({ version: z.number() });

/** POST /console/posts/{slug}/publish. `at` null publishes now. */
export const publishPostBody = z.strictObject({ version, at: z.nullable(instant) });

/** POST /console/posts/preview: what the public page would show of the text. */
export const previewPostBody = z.strictObject({ language: draftLanguage, markdown: text(30_000) });
export const previewPostAnswer = z.object({
  /** HTML that was made from Markdown with everything else escaped. */
  html: z.string(),
  readTime: z.string(),
});

/** POST /console/posts/{slug}/delete: refused where it was published or scheduled, or there is a newer version. */
export const deletePostBody = z.strictObject({ version });

export type PostDraft = z.infer<typeof postDraft>;
export type DraftText = z.infer<typeof draftText>;
export type DraftLanguage = z.infer<typeof draftLanguage>;
export type ConsolePost = z.infer<typeof postAnswer>;
export type ConsolePosts = z.infer<typeof postsAnswer>;
