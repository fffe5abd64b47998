/**
 * /blog/:id: one post, in the language of the page if it has been translated, else in English and marked so. The
 * server renders its HTML from Markdown and escapes everything else.
 */
import type { BlogPost } from '@fairground/contract/blog';
import ArrowLeft from '@fairground/site-kit/icons/arrow-left';
import { useParams } from '@fairground/site-kit/router/router.tsx';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { useResource, useShownBefore } from '@fairground/site-kit/api/resource.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { usePageTitle } from '@fairground/site-kit/page/page-title.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { ShareButton } from '@fairground/site-kit/ui/sharing.tsx';
import { Refreshing, Spinner } from '@fairground/site-kit/ui/spinner.tsx';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { LikeButton } from './like-button.tsx';
import { Category, LoadFailure, PostDate, PostTags, ReadTime } from './post-facts.tsx';
import { languageOf, postOf } from './queries.ts';
import styles from './blog.module.css';
import { useTexts } from '../../texts.ts';

export function PostPage() {
  'use memo';
  const t = useTexts('blog');
  const { id = '' } = useParams();
  const hydrated = useHydrated();
  const language = useLanguage();
  const post = useResource(postOf(id, language));
  const { error, reload, isLoading } = post;
  // Until it is loaded, this post in the language before, never another one.
  const data = useShownBefore(post, (shown) => shown.id === id);
  const isMissing = isApiError(error) && error.code === 'not_found';
  usePageTitle(data && t('title.ofPost', { title: data.title }), data?.excerpt);
  return (
    <ScenePage className="flex flex-col items-center px-2 pt-16 pb-24 sm:px-4">
      <div className="bites-top relative w-full max-w-reading rounded-b-panel bg-panel px-4 pt-10 pb-8 sm:px-12">
        {error ? (
          <>
            {data === undefined ? <h1 className="sr-only">{t('blog.title')}</h1> : null}
            <LoadFailure
              text={t('blog.postFailed', {
                error: isMissing ? t('blog.notFound') : readableError(error, t('error.unexpected')),
              })}
              onRetry={() => void reload()}
            >
              <ButtonLink to="/blog" variant="secondary">
                {t('blog.back')}
              </ButtonLink>
            </LoadFailure>
          </>
        ) : (
          <ButtonLink to="/blog" variant="quiet" size="small" className="-ml-3">
            <ArrowLeft aria-hidden className="size-5" />
            {t('blog.back')}
          </ButtonLink>
        )}
        <Refreshing shown={hydrated && isLoading && data !== undefined} label={t('ui.loading')} />
        {data === undefined ? error ? null : <Spinner label={t('ui.loading')} /> : <Post post={data} />}
      </div>
    </ScenePage>
  );
}

function Post({ post }: { post: BlogPost }) {
  'use memo';
  const language = languageOf(post);
  return (
    <article className="mt-4 min-w-0">
      <header className="grid gap-4">
        <p className="text-17 leading-6">
          <Category post={post} />
        </p>
        <h1
          lang={language}
          className="font-display text-26 leading-8 text-balance wrap-anywhere sm:text-36 sm:leading-11"
        >
          {post.title}
        </h1>
        <div className="overflow-hidden text-quiet">
          <p className={cn(styles.facts, 'flex flex-wrap')}>
            <PostDate post={post} />
            <ReadTime post={post} />
          </p>
        </div>
        <PostTags post={post} />
      </header>
      {post.imageUrl ? (
        <img src={post.imageUrl} alt="" className="mt-6 h-auto w-full rounded-panel bg-raised" />
      ) : null}
      <div
        lang={language}
        className={cn(styles.text, 'mt-6')}
        dangerouslySetInnerHTML={{ __html: post.content }}
      />
      <Perforation className="my-8" />
      <div className="flex flex-wrap gap-3">
        <LikeButton post={post} />
        <ShareButton title={post.title} />
      </div>
    </article>
  );
}
