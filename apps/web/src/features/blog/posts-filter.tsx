/** The search of the blog, and its tags as links. Both need the application, so they are absent without scripts. */
import { useEffect, useId, useRef } from 'react';
import { Link, useNavigate } from '@fairground/site-kit/router/router.tsx';
import { useResource, useShownBefore } from '@fairground/site-kit/api/resource.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { inputClass } from '@fairground/site-kit/ui/field.tsx';
import { maxSearchLength, tagsIn, type PostFilter } from './queries.ts';
import { useTexts } from '../../texts.ts';

const pathOf = (filter: PostFilter): string => {
  const query = new URLSearchParams({ ...filter });
  return query.size > 0 ? `/blog?${query}` : '/blog';
};

export function PostsFilter({ filter }: { filter: PostFilter }) {
  const t = useTexts('blog-list');
  const id = useId();
  const navigate = useNavigate();
  const { tag, search } = filter;
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef<string | undefined>(undefined);
  // The field follows the address; what was typed before hydration stays.
  useEffect(() => {
    if (input.current && search !== shown.current) input.current.value = search ?? '';
    shown.current = search;
  }, [search]);
  return (
    <div className="mb-6 grid gap-4 [@media(scripting:none)]:hidden">
      <form
        role="search"
        className="grid max-w-[36rem] gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          const field = new FormData(event.currentTarget).get('search');
          const words = typeof field === 'string' ? field.trim() : '';
          const found = { ...(tag ? { tag } : {}), ...(words ? { search: words } : {}) };
          navigate(pathOf(found), { preventScrollReset: true });
        }}
      >
        <label htmlFor={id} className="text-14 leading-5 font-bold">
          {t('blog.search')}
        </label>
        <div className="flex gap-2">
          <input
            ref={input}
            id={id}
            name="search"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={maxSearchLength}
            className={inputClass}
          />
          <Button type="submit" variant="secondary">
            {t('blog.searchButton')}
          </Button>
        </div>
      </form>
      <Tags filter={filter} />
    </div>
  );
}

function Tags({ filter }: { filter: PostFilter }) {
  'use memo';
  const t = useTexts('blog-list');
  const tags = useShownBefore(useResource(tagsIn(useLanguage()))) ?? [];
  if (tags.length === 0) return null;
  const { tag: chosen, ...others } = filter;
  const links = [{ id: undefined, label: t('blog.allTags') }, ...tags];
  return (
    <nav aria-label={t('blog.tags')}>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ id, label }) => (
          <li key={id ?? ''}>
            <Link
              to={pathOf(id === undefined ? others : { ...others, tag: id })}
              preventScrollReset
              aria-current={id === chosen ? 'true' : undefined}
              className={cn(
                'inline-flex min-h-11 items-center rounded-full border-2 px-4 text-15 font-bold',
                id === chosen ? 'border-coin bg-raised text-coin' : 'border-edge text-text hover:bg-raised',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
