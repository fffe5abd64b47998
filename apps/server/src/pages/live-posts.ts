/**
 * Pages of posts that are published while the site runs. Each process compares every few seconds which posts of the console
 * are public, and renders the list and what has changed as the build renders the other pages. While there is no such
 * post, the prerendered pages are sent as they are.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { postLanguages, type PostLanguage } from '@fairground/content/languages';
import type { BlogPost } from '@fairground/contract/blog';
import { repeat, type Clock } from '../platform/clock.ts';
import type { Log } from '../platform/logger.ts';
import type { PageFacts } from './prerenderer.ts';

export interface PostPagesJob {
  /** Where the build wrote the prerenderer. */
  from: string;
  paths: readonly string[];
  facts: PageFacts;
}

/** The HTML of each path by language. */
export type RenderedPostPages = { path: string; page: Record<string, string> }[];

type Posts = PageFacts['posts'];

export interface LivePostsDeps {
  clock: Clock;
  log: Pick<Log, 'debug' | 'warn'>;
  /** The public posts of the console, each with a mark that changes when it is published again. */
  listRevisions: () => Promise<readonly { slug: string; revision: string }[]>;
  /** All public posts, the newest first. */
  listPosts: (language: PostLanguage) => Promise<BlogPost[]>;
  render: (paths: readonly string[], posts: Posts) => Promise<RenderedPostPages>;
}

const checkEveryMs = 5_000;
const listPath = '/blog';
const pathOf = (slug: string): string => `${listPath}/${slug}`;

interface State {
  revisions: ReadonlyMap<string, string>;
  pages: ReadonlyMap<string, ReadonlyMap<string, string>>;
  posts: Posts | undefined;
}

const nothing: State = { revisions: new Map(), pages: new Map(), posts: undefined };

export const createLivePosts = ({ clock, log, listRevisions, listPosts, render }: LivePostsDeps) => {
  let state = nothing;

  const refresh = async (revisions: State['revisions']): Promise<void> => {
    if (isSame(revisions, state.revisions)) return;
    if (revisions.size === 0) {
      state = nothing;
      return;
    }
    // What is not public any more ends now, whether or not the rest can be rendered.
    state = { ...state, pages: withoutGone(state.pages, revisions) };
    const posts = Object.fromEntries(
      await Promise.all(
        postLanguages.map(async (language) => [language, await listPosts(language)] as const),
      ),
    ) as Posts;
    // Between the two queries a post may have been unpublished: the next check follows.
    const listed = [...revisions.keys()].filter((slug) => posts.en.some(({ id }) => id === slug));
    const changed = listed.filter((slug) => revisions.get(slug) !== state.revisions.get(slug));
    const rendered = new Map(
      (await render([listPath, ...changed.map(pathOf)], posts)).map(({ path, page }) => [
        path,
        new Map(Object.entries(page)),
      ]),
    );
    const pages = new Map(
      [listPath, ...listed.map(pathOf)].flatMap((path) => {
        const page = rendered.get(path) ?? state.pages.get(path);
        return page ? [[path, page] as const] : [];
      }),
    );
    state = { revisions, pages, posts };
  };

  const check = async (): Promise<void> => {
    const listed = await listRevisions();
    await refresh(new Map(listed.map(({ slug, revision }) => [slug, revision]))).catch((error: unknown) =>
      log.warn({ err: error }, 'the pages of posts could not be rendered'),
    );
  };
  const failed = (error: unknown) => log.debug({ err: error }, 'public posts could not be read');
  const poll = repeat(clock, checkEveryMs, check, failed);

  return {
    /** The HTML by language. Undefined where the prerendered page applies, or there is none. */
    find: (path: string): ReadonlyMap<string, string> | undefined => state.pages.get(path),
    paths: (): string[] => [...state.pages.keys()],
    /** All public posts, the newest first. Undefined while all of them are files. */
    posts: (language: PostLanguage): readonly BlogPost[] | undefined => state.posts?.[language],
    /** Before the first request, so that a restart hides no post. */
    load: () => check().catch(failed).finally(poll.start),
    stop: poll.stop,
  };
};

export type LivePosts = ReturnType<typeof createLivePosts>;

const withoutGone = (pages: State['pages'], revisions: State['revisions']): State['pages'] => {
  const remaining = new Set([listPath, ...[...revisions.keys()].map(pathOf)]);
  return new Map([...pages].filter(([path]) => remaining.has(path)));
};

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([slug, revision]) => other.get(slug) === revision);

/** Renders the posts' pages of a built site. */
export const renderInThread = async (job: PostPagesJob): Promise<RenderedPostPages> => {
  const worker = new Worker(new URL('./post-page-worker.ts', import.meta.url), {
    workerData: job,
    // As the build renders: the production version of React.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  worker.unref();
  const settled = new AbortController();
  const { signal } = settled;
  // `once` rejects with the error of a thread that fails.
  const answered = once(worker, 'message', { signal }) as Promise<[RenderedPostPages]>;
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new Error('the thread that renders posts ended');
  });
  try {
    const [pages] = await Promise.race([answered, ended]);
    return pages;
  } finally {
    settled.abort();
    void Promise.allSettled([answered, ended]);
    await worker.terminate();
  }
};
