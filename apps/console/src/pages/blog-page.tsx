/** All posts: drafts and posts of the console, which are edited here, and those of files. */
import { postsAnswer, type ConsolePosts } from '@fairground/contract/console/posts';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useNavigate } from '@fairground/site-kit/router/router.tsx';
import { post, read } from '../shared/call.ts';
import { emptyPostText } from '../shared/empty-texts.ts';
import { formatNumber, formatTime } from '../shared/format.ts';
import { readForm } from '../shared/form.ts';
import { Failure, Page, Pending, Section, TextLink } from '../shared/parts.tsx';
import { Table } from '../shared/table.tsx';

type Listed = ConsolePosts['posts'][number];

export function PostsPage() {
  const { data, error } = useQuery({ queryKey: ['posts'], queryFn: () => read(postsAnswer, '/posts') });
  return (
    <Page title="Blog">
      {data ? (
        <>
          <Section title="Written here">
            <Posts
              caption="Posts of the console"
              posts={data.posts.filter(({ isFile }) => !isFile)}
              empty="No post was written here yet."
            />
          </Section>
          <NewPost />
          <Section title="From content/blog">
            <Posts
              caption="Posts of files"
              posts={data.posts.filter(({ isFile }) => isFile)}
              empty="There are no files."
            />
          </Section>
        </>
      ) : (
        <Pending error={error} />
      )}
    </Page>
  );
}

interface PostsProps {
  caption: string;
  posts: readonly Listed[];
  empty: string;
}

const Posts = ({ caption, posts, empty }: PostsProps) => (
  <Table
    caption={caption}
    rows={posts}
    keyOf={({ slug, isFile }) => `${slug} ${isFile}`}
    empty={empty}
    columns={[
      {
        head: 'Post',
        cell: ({ slug, title, isFile }) =>
          isFile ? title : <TextLink to={`/posts/${slug}`}>{title.trim() || slug}</TextLink>,
      },
      { head: 'State', cell: (listed) => <PostState {...listed} /> },
      {
        head: 'Public from',
        cell: ({ publicAt }) => (publicAt === null ? '–' : formatTime(publicAt)),
      },
      { head: 'Languages', cell: ({ languages }) => languages.join(', ') },
      {
        head: 'Saved',
        cell: ({ updatedAt, updatedBy }) =>
          updatedAt === null ? '–' : `${formatTime(updatedAt)} by ${updatedBy ?? '–'}`,
      },
      { head: 'Likes', cell: ({ likes }) => formatNumber(likes), isNumber: true },
    ]}
  />
);

export const PostState = ({ state, isEdited }: Pick<Listed, 'state' | 'isEdited'>) => (
  <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
    {state === 'public' ? <Badge tone="win">public</Badge> : null}
    {state === 'scheduled' ? <Badge tone="void">scheduled</Badge> : null}
    {state === 'draft' ? <Badge>draft</Badge> : null}
    {isEdited ? <Badge tone="bright">edited since</Badge> : null}
  </span>
);

function NewPost() {
  const navigate = useNavigate();
  const sending = useMutation({
    mutationFn: (given: { slug: string; title: string }) =>
      post('/posts', {
        slug: given.slug,
        draft: { imageUrl: null, tagIds: [], en: { ...emptyPostText, title: given.title }, es: null },
      }),
    onSuccess: (_answer, { slug }) => navigate(`/posts/${slug}`),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const text = readForm(event.currentTarget);
    sending.mutate({ slug: text('slug'), title: text('title') });
  }
  return (
    <Section title="New post">
      <form onSubmit={submit} className="grid max-w-[480px] gap-3">
        <Field label="Title" name="title" required maxLength={120} />
        <Field
          label="Name in the address"
          name="slug"
          required
          maxLength={80}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          autoCapitalize="none"
          spellCheck={false}
          hint="Lower-case letters, digits and dashes. It never changes."
        />
        {sending.error ? <Failure error={sending.error} /> : null}
        <div>
          <Button type="submit" size="small" busy={sending.isPending}>
            Begin a draft
          </Button>
        </div>
      </form>
    </Section>
  );
}
