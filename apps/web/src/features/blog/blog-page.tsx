/**
 * /blog: the posts, the newest first, those of a tag or those that a search finds, and the newsletter. Prerendered
 * with all posts of the build; a tag or a search in the address counts as soon as the page is live.
 */
import { useId } from 'react';
import type { BlogPost } from '@fairground/contract/blog';
import { Link, useSearchParams } from '@fairground/site-kit/router/router.tsx';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { NewsletterForm } from '@fairground/site-kit/newsletter/mailing-form.tsx';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Refreshing, Spinner } from '@fairground/site-kit/ui/spinner.tsx';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { cutExcerpt } from './excerpt.ts';
import { Category, LoadFailure, PostDate, PostTags, ReadTime } from './post-facts.tsx';
import { PostsFilter } from './posts-filter.tsx';
import { filterOf, languageOf, type PostFilter } from './queries.ts';
import { usePosts } from './use-posts.ts';
import styles from './blog.module.css';
import { useTexts } from '../../texts.ts';

export function BlogPage() {
  'use memo';
  const t = useTexts('blog', 'blog-list');
  const user = useUser();
  const [query] = useSearchParams();
  const hydrated = useHydrated();
  const filter = hydrated ? filterOf(query) : {};
  return (
    <ScenePage className="flex flex-col items-center px-2 pt-16 pb-24 sm:px-4">
      <section
        aria-labelledby="blog-title"
        className="bites-top relative w-full max-w-page rounded-b-panel bg-panel px-4 pt-10 pb-8 sm:px-6"
      >
        <h1 id="blog-title" className="poster-title text-36 leading-10 sm:text-48 sm:leading-13">
          {t('blog.title')}
        </h1>
        <p className="mt-3 mb-6 max-w-[60ch] text-17 leading-6 text-quiet">{t('blog.lead')}</p>
        <PostsFilter filter={filter} />
        <Posts filter={filter} />
        {user?.guest === true ? null : (
          <>
            <Perforation className="my-8" />
            <div className="grid gap-x-8 gap-y-4 md:grid-cols-2 md:items-start">
              <div>
                <h2 className="font-display text-22 leading-7">{t('newsletter.boxTitle')}</h2>
                <p className="mt-2 text-quiet">{t('newsletter.boxText')}</p>
              </div>
              <NewsletterForm />
            </div>
          </>
        )}
      </section>
    </ScenePage>
  );
}

function Posts({ filter }: { filter: PostFilter }) {
  const t = useTexts('blog-list');
  const hydrated = useHydrated();
  const { posts, error, isLoading, reload, isOfBefore, ...older } = usePosts(useLanguage(), filter);
  const failed = older.olderError ?? error;
  const failure = failed ? (
    <LoadFailure
      text={t('blog.listFailed', { error: readableError(failed, t('error.unexpected')) })}
      onRetry={() => void (older.olderError === null ? reload() : older.loadOlder())}
    />
  ) : null;
  if (posts === undefined) return failure ?? <Spinner label={t('ui.loading')} />;
  const isFiltered = filter.tag !== undefined || filter.search !== undefined;
  return (
    <>
      <Refreshing shown={hydrated && isLoading} label={t('ui.loading')} />
      {/* Prerendered posts remain visible; a failure is shown in the place of the posts that failed to load. */}
      {older.olderError === null ? failure : null}
      {/* Their number is known with the last page. */}
      {isFiltered && !older.hasOlder ? (
        <p role="status" className="mb-4 font-bold">
          {isOfBefore ? t('ui.loading') : t('blog.found', { n: posts.length })}
        </p>
      ) : null}
      {posts.length === 0 ? (
        <p className="grid min-h-60 place-content-center text-center text-quiet">
          {t(isFiltered ? 'blog.nothingFound' : 'blog.empty')}
        </p>
      ) : (
        <ul className="grid gap-5 md:grid-cols-2">
          {posts.map((post) => (
            <PostCard key={post.id} post={post} />
          ))}
        </ul>
      )}
      {older.olderError === null ? null : failure}
      {older.hasOlder && older.olderError === null ? (
        <p className="mt-6 text-center">
          <Button variant="secondary" busy={older.isLoadingOlder} onClick={() => void older.loadOlder()}>
            {t('blog.older')}
          </Button>
        </p>
      ) : null}
    </>
  );
}

function PostCard({ post }: { post: BlogPost }) {
  const t = useTexts('blog', 'blog-list');
  const path = `/blog/${encodeURIComponent(post.id)}`;
  const language = languageOf(post);
  const titleId = useId();
  return (
    <li className={cn(styles.card, 'flex min-w-0 flex-col overflow-hidden rounded-panel bg-raised')}>
      <span aria-hidden className={cn(styles.awning, 'h-2')} />
      <article aria-labelledby={titleId} className="flex grow flex-col gap-3 p-5">
        <p className="flex flex-wrap justify-between gap-x-4 text-14 leading-5 text-quiet">
          <Category post={post} />
          <ReadTime post={post} />
        </p>
        <h2 id={titleId} lang={language} className="text-20 leading-6.5 font-bold text-balance wrap-anywhere">
          <Link to={path} className="rounded-badge hover:text-coin">
            {post.title}
          </Link>
        </h2>
        <p lang={language} className="wrap-anywhere text-quiet">
          {post.match === undefined ? cutExcerpt(post.excerpt) : <Match parts={post.match} />}
        </p>
        <PostTags post={post} />
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-2">
          <p className="text-14 leading-5 text-quiet">
            <PostDate post={post} />
          </p>
          <ButtonLink to={path} variant="secondary" aria-label={t('blog.readMoreOf', { title: post.title })}>
            <span>{t('blog.readMore')}</span>
            {/* Search engines read the words of a link, not its label. */}
            <span lang={language} className="sr-only">
              {post.title}
            </span>
          </ButtonLink>
        </div>
      </article>
    </li>
  );
}

/** What a search found in the text. The parts are text, and stay text. */
const Match = ({ parts }: { parts: NonNullable<BlogPost['match']> }) =>
  parts.map(({ text, isMatch }, at) =>
    isMatch ? (
      <mark key={at} className="rounded-xs bg-bulb-400 px-0.5 text-night-950">
        {text}
      </mark>
    ) : (
      text
    ),
  );
