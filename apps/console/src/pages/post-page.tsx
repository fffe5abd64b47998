/** One post: its draft with a preview in each language, and what is public of it. */
import {
  postAnswer,
  postDraft,
  postTagsAnswer,
  savePostAnswer,
  type ConsolePost,
  type DraftLanguage,
  type DraftText,
  type PostDraft,
} from '@fairground/contract/console/posts';
import { Checkbox, Field } from '@fairground/web/shared/ui/field.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { CallError, post, read } from '../shared/call.ts';
import { Conflict } from '../shared/conflict.tsx';
import { DeleteDraft } from '../shared/delete-draft.tsx';
import { MarkdownPreview } from '../shared/markdown-preview.tsx';
import { Page, Pending, Section } from '../shared/parts.tsx';
import { queryClient, useSession } from '../shared/session.ts';
import { SaveBar } from '../shared/save-bar.tsx';
import { TextArea } from '../shared/text-area.tsx';
import { useUnsaved, type Unsaved } from '../shared/unsaved.ts';
import { PostState } from './blog-page.tsx';
import { PostPublishing } from './post-publishing.tsx';

const keyOf = (slug: string) => ['post', slug];
const fetchPost = (slug: string) => read(postAnswer, `/posts/${encodeURIComponent(slug)}`);

export function PostPage() {
  const { slug = '' } = useParams();
  const { data, error } = useQuery({ queryKey: keyOf(slug), queryFn: () => fetchPost(slug) });
  return (
    <Page
      title={data ? data.draft.en.title.trim() || data.slug : 'Post'}
      aside={data ? <PostState state={data.state} isEdited={isEdited(data)} /> : null}
    >
      {data ? <Editor key={data.slug} saved={data} /> : <Pending error={error} />}
    </Page>
  );
}

const isEdited = ({ version, publicVersion }: ConsolePost): boolean =>
  publicVersion !== null && publicVersion !== version;

const parseUnsaved = (stored: unknown): Unsaved<PostDraft> | undefined => {
  const { version, value } = stored as { version?: unknown; value?: unknown };
  const draft = postDraft.safeParse(value);
  return typeof version === 'number' && draft.success ? { version, value: draft.data } : undefined;
};

const emptyText: DraftText = { title: '', excerpt: '', category: '', markdown: '' };

function Editor({ saved }: { saved: ConsolePost }) {
  const { slug } = saved;
  const { data: session } = useSession();
  const unsaved = useUnsaved<PostDraft>({
    name: `${session?.name ?? ''} ${slug}`,
    saved: { version: saved.version, value: saved.draft },
    parse: parseUnsaved,
  });
  const { value: draft, setValue: setDraft } = unsaved;
  const saving = useMutation({
    // A newer version is replaced only by somebody who was shown that there is one.
    mutationFn: async (version: number) =>
      savePostAnswer.parse(await post(`/posts/${slug}/save`, { version, draft })),
    onSuccess: ({ version }) => {
      unsaved.setSaved({ version, value: draft });
      return queryClient.invalidateQueries({ queryKey: keyOf(slug) });
    },
  });
  // Refused by the server, or seen when the post was read again.
  const isConflict =
    (saving.error instanceof CallError && saving.error.status === 409) || saved.version > unsaved.version;
  const setText = (language: DraftLanguage, text: DraftText | null) =>
    setDraft({ ...draft, [language]: text });
  return (
    <>
      {unsaved.isRestored && unsaved.isChanged ? (
        <p role="status" className="rounded-control bg-raised px-4 py-3">
          This text was not saved when you left the page.
        </p>
      ) : null}
      <PostPublishing post={saved} version={unsaved.version} isChanged={unsaved.isChanged} />
      <Section title="English">
        <TextFields language="en" text={draft.en} onChange={(text) => setText('en', text)} />
      </Section>
      <Section title="Spanish">
        <Checkbox
          label="With a translation into Spanish"
          checked={draft.es !== null}
          onChange={({ target }) => setText('es', target.checked ? emptyText : null)}
        />
        {draft.es ? (
          <TextFields language="es" text={draft.es} onChange={(text) => setText('es', text)} />
        ) : null}
      </Section>
      <Section title="Tags and picture">
        <TagFields draft={draft} onChange={setDraft} />
      </Section>
      {saved.isDeletable === true ? (
        <DeleteDraft
          what="post"
          path={`/posts/${slug}`}
          version={unsaved.version}
          listPath="/posts"
          onDeleted={unsaved.forget}
        />
      ) : null}
      <SaveBar
        saved={saved}
        isChanged={unsaved.isChanged}
        isBusy={saving.isPending}
        error={saving.error}
        onSave={() => saving.mutate(unsaved.version)}
      >
        {isConflict ? (
          <Conflict
            path={`/posts/${slug}`}
            readNewest={() => fetchPost(slug)}
            onReplace={(version) => saving.mutate(version)}
          />
        ) : null}
      </SaveBar>
    </>
  );
}

interface TextFieldsProps {
  language: DraftLanguage;
  text: DraftText;
  onChange: (text: DraftText) => void;
}

const names: Record<DraftLanguage, string> = { en: 'English', es: 'Spanish' };

function TextFields({ language, text, onChange }: TextFieldsProps) {
  const name = names[language];
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div lang={language} className="grid content-start gap-3">
        <Field
          label={`Title in ${name}`}
          value={text.title}
          maxLength={120}
          onChange={({ target }) => onChange({ ...text, title: target.value })}
        />
        <Field
          label={`Category in ${name}`}
          value={text.category}
          maxLength={60}
          onChange={({ target }) => onChange({ ...text, category: target.value })}
        />
        <Field
          label={`Excerpt in ${name}`}
          value={text.excerpt}
          maxLength={500}
          onChange={({ target }) => onChange({ ...text, excerpt: target.value })}
        />
        <TextArea
          label={`Text in ${name}, in Markdown`}
          value={text.markdown}
          maxLength={30_000}
          rows={16}
          onChange={({ target }) => onChange({ ...text, markdown: target.value })}
        />
      </div>
      <MarkdownPreview
        label={`Preview in ${name}`}
        language={language}
        markdown={text.markdown}
        showsReadTime
      />
    </div>
  );
}

function TagFields({ draft, onChange }: { draft: PostDraft; onChange: (draft: PostDraft) => void }) {
  const { data, error } = useQuery({
    queryKey: ['post tags'],
    queryFn: () => read(postTagsAnswer, '/post-tags'),
  });
  const { tagIds, imageUrl } = draft;
  return (
    <>
      {data ? (
        <fieldset>
          <legend className="text-14 leading-5 font-bold">Tags</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-4">
            {data.tags.map(({ id, label }) => (
              <Checkbox
                key={id}
                label={label}
                checked={tagIds.includes(id)}
                onChange={({ target }) =>
                  onChange({
                    ...draft,
                    tagIds: target.checked ? [...tagIds, id] : tagIds.filter((each) => each !== id),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      ) : (
        <Pending error={error} />
      )}
      <Field
        label="Picture"
        value={imageUrl ?? ''}
        maxLength={200}
        spellCheck={false}
        hint="A path of this site, such as /icons/og.png. Empty for none."
        onChange={({ target }) => onChange({ ...draft, imageUrl: target.value === '' ? null : target.value })}
      />
    </>
  );
}
