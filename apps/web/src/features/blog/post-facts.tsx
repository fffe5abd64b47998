/** What surrounds a post's title, on its card and on its own page. */
import type { BlogPost } from '@fairground/contract/blog';
import type { ReactNode } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { shownReadTime, shownTags } from './excerpt.ts';
import { languageOf } from './queries.ts';
import { useTexts } from '../../texts.ts';

export function PostTags({ post }: { post: BlogPost }) {
  const t = useTexts('blog');
  if (post.tags.length === 0) return null;
  return (
    <ul aria-label={t('blog.tags')} className="flex flex-wrap gap-x-2">
      {shownTags(post.tags).map((tag, at) => (
        <li key={tag} lang={languageOf(post)} className="flex min-h-11 items-center">
          <Tag id={post.tagIds?.[at]}>{tag}</Tag>
        </li>
      ))}
    </ul>
  );
}

/** A link to the posts of the tag; its target is as high as the line. */
function Tag({ id, children }: { id: string | undefined; children: string }) {
  const badge = (
    <span
      className={cn(
        'inline-flex min-h-7 items-center rounded-badge border-[1.5px] border-rule px-2 text-14',
        'leading-5 text-quiet group-hover:border-edge group-hover:text-text',
      )}
    >
      {children}
    </span>
  );
  if (id === undefined) return badge;
  return (
    <Link
      to={`/blog?tag=${encodeURIComponent(id)}`}
      className="group inline-flex min-h-11 items-center rounded-badge"
    >
      {badge}
    </Link>
  );
}

/** The date is kept as it was written, so that another language needs another one. */
export function PostDate({ post }: { post: BlogPost }) {
  const language = useLanguage();
  return <LongDate key={language} at={post.createdAt} />;
}

const LongDate = ({ at }: { at: string }) => {
  const { formatLongDate } = useFormat();
  return <time dateTime={at}>{formatLongDate(at)}</time>;
};

export function ReadTime({ post }: { post: BlogPost }) {
  const t = useTexts('blog');
  return <span>{shownReadTime(post.readTime, (n) => t('blog.readTime', { n }))}</span>;
}

export const Category = ({ post }: { post: BlogPost }) => (
  <span lang={languageOf(post)} className="font-bold text-coin">
    {post.category}
  </span>
);

interface LoadFailureProps {
  text: string;
  onRetry: () => void;
  /** More ways on, next to Retry. */
  children?: ReactNode;
}

export function LoadFailure({ text, onRetry, children }: LoadFailureProps) {
  const t = useTexts('blog');
  return (
    <div role="alert" className="grid justify-items-center gap-5 px-2 py-10 text-center">
      <p className="max-w-[48ch] text-17 leading-6 text-balance">{text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onRetry}>{t('ui.retry')}</Button>
        {children}
      </div>
    </div>
  );
}
