/** What is public of a post: publishing the saved version now or at a time, and taking it back. */
import type { ConsolePost } from '@fairground/contract/console/posts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { post as send } from '../shared/call.ts';
import { formatTime } from '../shared/format.ts';
import { readForm } from '../shared/form.ts';
import { Failure, Section } from '../shared/parts.tsx';
import { queryClient } from '../shared/session.ts';

interface PostPublishingProps {
  post: ConsolePost;
  /** The version in the fields. */
  version: number;
  isChanged: boolean;
}

type Act = { verb: 'publish'; at: string | null } | { verb: 'unpublish' };

export function PostPublishing({ post, version, isChanged }: PostPublishingProps) {
  const { slug, state } = post;
  const sending = useMutation({
    mutationFn: (act: Act) =>
      send(`/posts/${slug}/${act.verb}`, act.verb === 'publish' ? { version, at: act.at } : {}),
    onSettled: () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('post') }),
  });
  function schedule(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const at = new Date(readForm(event.currentTarget)('at'));
    if (!Number.isNaN(at.getTime())) sending.mutate({ verb: 'publish', at: at.toISOString() });
  }
  return (
    <Section title="Publishing">
      <p>{describeState(post)}</p>
      {isChanged ? <p className="text-quiet">Save the draft to publish it.</p> : null}
      {sending.error ? <Failure error={sending.error} /> : null}
      <div className="flex flex-wrap items-end gap-3">
        <Button
          size="small"
          busy={sending.isPending}
          disabled={isChanged || (state === 'public' && post.publicVersion === post.version)}
          onClick={() => sending.mutate({ verb: 'publish', at: null })}
        >
          {state === 'public' ? 'Publish the change' : 'Publish now'}
        </Button>
        {state === 'draft' ? null : (
          <Button
            size="small"
            variant="danger"
            busy={sending.isPending}
            onClick={() => sending.mutate({ verb: 'unpublish' })}
          >
            {state === 'public' ? 'Unpublish' : 'Do not publish it'}
          </Button>
        )}
      </div>
      {state === 'public' ? null : (
        <form onSubmit={schedule} className="flex flex-wrap items-end gap-3">
          <Field label="Publish at, in the time of this computer" name="at" type="datetime-local" required />
          <Button
            type="submit"
            size="small"
            variant="secondary"
            busy={sending.isPending}
            disabled={isChanged}
          >
            {state === 'scheduled' ? 'Change the time or the text' : 'Schedule'}
          </Button>
        </form>
      )}
    </Section>
  );
}

const describeState = ({ slug, state, publicAt, publicVersion, version }: ConsolePost) => {
  if (state === 'draft' || publicAt === null) return 'Nobody but the staff sees this draft.';
  const shown = publicVersion === version ? 'this version' : `version ${publicVersion}`;
  if (state === 'scheduled') return `At ${formatTime(publicAt)} ${shown} becomes public.`;
  return (
    <>
      Public since {formatTime(publicAt)}, in {shown}, at{' '}
      <a href={`/blog/${slug}`} className="font-bold text-info underline">
        /blog/{slug}
      </a>
      .
    </>
  );
};
