/**
 * Posts that the staff write. A draft is saved with the version that was edited, so that nobody overwrites what they did
 * not see; publishing renders it as the start renders files, and fixes what is public until it is published again.
 */
import {
  renderText,
  reservedSlug,
  type Post,
  type PostLanguage,
  type PostText,
} from '@fairground/content/post';
import { labelsOf, type TagList } from '@fairground/content/tags';
import {
  postDraft,
  type ConsolePost,
  type ConsolePosts,
  type DraftLanguage,
  type PostDraft,
} from '@fairground/contract/console/posts';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { RowOf } from '@fairground/sql';
import { logCommand } from '../../acts/log.ts';
import type { Database } from '../../../platform/database/database.ts';
import { toStorableJson } from '../../../platform/database/storable-text.ts';
import { publishPost, unpublishPost } from '../../../content/blog/publish-post.ts';
import type { StaffIdentity } from '../staff/service.ts';
import * as sql from './sql/drafts.sql.ts';

export interface ConsolePostsDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  /** As content/blog lists them. */
  readTags: () => Promise<TagList>;
  now: () => number;
}

const maxListed = 500;
const maxAheadMs = 366 * 86_400_000;
const parts = ['title', 'excerpt', 'category', 'markdown'] as const;

const newerVersion = refuse('already_taken', 'Somebody saved this post in the meantime.');

export const createConsolePostsService = ({ database, readTags, now }: ConsolePostsDeps) => {
  const { query, transaction } = database;

  const unknownTag = async ({ tagIds }: PostDraft): Promise<Result> => {
    const tagList = await readTags();
    const unknown = tagIds.find((tag) => !tagList.has(tag));
    if (unknown !== undefined) return invalid('draft.tagIds', `There is no tag "${unknown}".`);
    return new Set(tagIds).size < tagIds.length ? invalid('draft.tagIds', 'Names a tag twice.') : accepted;
  };

  return {
    async list(): Promise<ConsolePosts> {
      const [drafts, files] = await Promise.all([
        sql.listDrafts.run(query, { maxRows: maxListed }),
        sql.listFilePosts.run(query),
      ]);
      // A draft that a file has replaced is listed too: nothing of it is lost.
      return { posts: [...drafts.map(toListed), ...files.map(toListedFile)] };
    },

    async listTags(): Promise<{ id: string; label: string }[]> {
      return [...(await readTags())].map(([id, labels]) => ({ id, label: labels.en }));
    },

    async find(slug: string): Promise<Result<ConsolePost>> {
      const row = await sql.findDraft.first(query, { slug });
      if (!row) return refuse('not_found');
      return accept({
        slug: row.slug,
        version: row.version,
        draft: parseDraft(row.draft),
        updatedAt: row.updated_at.toISOString(),
        updatedBy: row.updated_by,
        ...publicityOf(row),
        publicVersion: row.publish_at === null ? null : row.public_version,
        isDeletable: row.is_deletable,
      });
    },

    /** Refused where a draft or a file has the name. */
    async create(
      { staffId }: StaffIdentity,
      { slug, draft }: { slug: string; draft: PostDraft },
    ): Promise<Result<{ version: number }>> {
      if (slug === reservedSlug) return invalid('slug', 'This address is that of the tags.');
      const tags = await unknownTag(draft);
      if (!tags.ok) return tags;
      return transaction<Result<{ version: number }>>(async (on) => {
        const row = await sql.insertDraft.first(on, { slug, draft: toStorableJson(draft), staffId });
        if (!row) return refuse('already_taken', 'There is a post with this name.');
        await logCommand(on, 'post create', { post: slug }, { staffId, after: describe(draft, row.version) });
        return accept({ version: row.version });
      });
    },

    /** Refused where `version` is not the newest one. */
    async save(
      { staffId }: StaffIdentity,
      slug: string,
      { version, draft }: { version: number; draft: PostDraft },
    ): Promise<Result<{ version: number }>> {
      const tags = await unknownTag(draft);
      if (!tags.ok) return tags;
      return transaction<Result<{ version: number }>>(async (on) => {
        const before = await sql.lockDraft.first(on, { slug });
        if (!before) return refuse('not_found');
        const saved = await sql.saveDraft.first(on, { slug, version, draft: toStorableJson(draft), staffId });
        if (!saved) return newerVersion;
        await logCommand(
          on,
          'post save',
          { post: slug },
          {
            staffId,
            before: describe(parseDraft(before.draft), before.version),
            after: describe(draft, saved.version),
          },
        );
        return accept({ version: saved.version });
      });
    },

    /** `at` null publishes now. Refused where the draft is incomplete, or was saved in the meantime. */
    async publish(
      { staffId }: StaffIdentity,
      slug: string,
      { version, at }: { version: number; at: string | null },
    ): Promise<Result> {
      const publishAt = at === null ? null : new Date(at);
      if (publishAt && (publishAt.getTime() <= now() || publishAt.getTime() > now() + maxAheadMs)) {
        return invalid('at', 'Must be in the future, and within a year.');
      }
      const tagList = await readTags();
      return transaction<Result>(async (on) => {
        const row = await sql.lockDraft.first(on, { slug });
        if (!row) return refuse('not_found');
        if (row.version !== version) return newerVersion;
        const draft = parseDraft(row.draft);
        const complete = checkComplete(draft, tagList);
        if (!complete.ok) return complete;
        const before = await sql.findDraft.first(on, { slug });
        const post = toPost(slug, draft, tagList);
        const publicAt = await publishPost(on, { post, draftVersion: version, publishAt });
        if (!publicAt) {
          return refuse(
            'already_taken',
            before?.is_public === true
              ? 'This post is public already: publish the change now, or unpublish it first.'
              : 'A file has the name of this post.',
          );
        }
        await logCommand(
          on,
          publishAt ? 'post schedule' : 'post publish',
          { post: slug },
          {
            staffId,
            before: before?.publish_at
              ? { publicAt: before.publish_at, version: before.public_version }
              : null,
            after: { publicAt, version, title: draft.en.title },
          },
        );
        return accepted;
      });
    },

    unpublish: ({ staffId }: StaffIdentity, slug: string): Promise<Result> =>
      transaction<Result>(async (on) => {
        if (!(await sql.lockDraft.first(on, { slug }))) return refuse('not_found');
        const before = await sql.findDraft.first(on, { slug });
        if (!(await unpublishPost(on, slug))) {
          return refuse('already_taken', 'This post is neither public nor scheduled.');
        }
        await logCommand(
          on,
          'post unpublish',
          { post: slug },
          { staffId, before: { publicAt: before?.publish_at, version: before?.public_version } },
        );
        return accepted;
      }),

    /** Refused where it was published or scheduled, or `version` is not the newest one. */
    remove: ({ staffId }: StaffIdentity, slug: string, version: number): Promise<Result> =>
      transaction<Result>(async (on) => {
        const before = await sql.lockDraft.first(on, { slug });
        if (!before) return refuse('not_found');
        if (before.version !== version) return newerVersion;
        if (!(await sql.deleteDraft.first(on, { slug }))) {
          return refuse('already_taken', 'This post was published or scheduled: it is not deleted.');
        }
        await logCommand(
          on,
          'post delete',
          { post: slug },
          { staffId, before: describe(parseDraft(before.draft), version) },
        );
        return accepted;
      }),

    preview({ language, markdown }: { language: DraftLanguage; markdown: string }): {
      html: string;
      readTime: string;
    } {
      const { content, readTime } = renderText(
        { title: '', excerpt: '', category: '', markdown },
        { language, tags: [] },
      );
      return { html: content, readTime };
    },
  };
};

export type ConsolePostsService = ReturnType<typeof createConsolePostsService>;

const invalid = (path: string, detail: string) => refuse('invalid_request', { detail, path });

/** Written by this module, so that another shape is a bug. */
const parseDraft = (text: string): PostDraft => postDraft.parse(JSON.parse(text));

/** What the log records: it is permanent, and a draft is not, so the text itself is not in it. */
const describe = ({ en, es, tagIds, imageUrl }: PostDraft, version: number): object => ({
  version,
  title: en.title,
  characters: en.markdown.length,
  ...(es ? { titleInSpanish: es.title, charactersInSpanish: es.markdown.length } : {}),
  tags: tagIds.join(', '),
  picture: imageUrl,
});

const checkComplete = (draft: PostDraft, tagList: TagList): Result => {
  for (const language of ['en', 'es'] as const) {
    const text = draft[language];
    for (const part of text ? parts : []) {
      if (text?.[part].trim() === '')
        return invalid(`draft.${language}.${part}`, `"${part}" is missing in "${language}".`);
    }
  }
  const gone = draft.tagIds.find((tag) => !tagList.has(tag));
  return gone === undefined ? accepted : invalid('draft.tagIds', `There is no tag "${gone}" any more.`);
};

const toPost = (slug: string, draft: PostDraft, tagList: TagList): Omit<Post, 'createdAt'> => {
  const { tagIds, imageUrl, en, es } = draft;
  const textIn = (text: PostDraft['en'], language: PostLanguage): PostText =>
    renderText(
      {
        title: text.title.trim(),
        excerpt: text.excerpt.trim(),
        category: text.category.trim(),
        markdown: text.markdown.trim(),
      },
      { language, tags: labelsOf(tagIds, language, tagList) },
    );
  return { slug, ...textIn(en, 'en'), tagIds, imageUrl, translations: es ? { es: textIn(es, 'es') } : {} };
};

interface Publicity {
  publish_at: Date | null;
  is_public: boolean;
}

const publicityOf = ({ publish_at: at, is_public: isPublic }: Publicity) => ({
  state: at === null ? ('draft' as const) : isPublic ? ('public' as const) : ('scheduled' as const),
  publicAt: at?.toISOString() ?? null,
});

const toListed = (row: RowOf<typeof sql.listDrafts>): ConsolePosts['posts'][number] => {
  const draft = parseDraft(row.draft);
  return {
    slug: row.slug,
    title: draft.en.title,
    languages: draft.es ? ['en', 'es'] : ['en'],
    isFile: false,
    ...publicityOf(row),
    isEdited: row.publish_at !== null && row.public_version !== row.version,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    likes: row.likes,
  };
};

const toListedFile = (row: RowOf<typeof sql.listFilePosts>): ConsolePosts['posts'][number] => ({
  slug: row.slug,
  title: row.title,
  languages: ['en', ...row.translations],
  isFile: true,
  state: 'public',
  publicAt: row.created_at.toISOString(),
  isEdited: false,
  updatedAt: null,
  updatedBy: null,
  likes: row.likes,
});
