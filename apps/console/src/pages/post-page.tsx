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
import { Button } from '@fairground/web/shared/ui/button.tsx';
import { Checkbox, Field } from '@fairground/web/shared/ui/field.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { CallError, post, read } from '../shared/call.ts';
import { formatTime } from '../shared/format.ts';
import { MarkdownPreview } from '../shared/markdown-preview.tsx';
import { Failure, Page, Pending, Section } from '../shared/parts.tsx';
import { queryClient, useSession } from '../shared/session.ts';
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
  const isConflict = saving.error instanceof CallError && saving.error.status === 409;
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
      <div className="sticky bottom-0 grid gap-3 rounded-t-panel border-t-2 border-rule bg-panel p-4">
        {saving.error ? <Failure error={saving.error} /> : null}
        {isConflict ? <Conflict slug={slug} onReplace={(version) => saving.mutate(version)} /> : null}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            size="small"
            busy={saving.isPending}
            disabled={!unsaved.isChanged}
            onClick={() => saving.mutate(unsaved.version)}
          >
            Save the draft
          </Button>
          <p role="status" className="text-14 text-quiet">
            {unsaved.isChanged
              ? 'Not saved yet.'
              : `Saved ${formatTime(saved.updatedAt)} by ${saved.updatedBy}, version ${saved.version}.`}
          </p>
        </div>
      </div>
    </>
  );
}

/** Nothing in the fields is lost: the other text is shown in another tab, or replaced on purpose. */
function Conflict({ slug, onReplace }: { slug: string; onReplace: (version: number) => void }) {
  const { data } = useQuery({ queryKey: ['newest post', slug], queryFn: () => fetchPost(slug) });
  return (
    <div className="grid gap-2">
      <p>
        {data ? `${data.updatedBy} saved version ${data.version} on ${formatTime(data.updatedAt)}. ` : null}
        Your text is still in the fields.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <a
          href={`/console/posts/${slug}`}
          target="_blank"
          rel="noopener"
          className="font-bold text-info underline"
        >
          Show the saved text in another tab
        </a>
        <Button
          size="small"
          variant="danger"
          disabled={data === undefined}
          onClick={() => data && onReplace(data.version)}
        >
          Replace it with mine
        </Button>
      </div>
    </div>
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
      <MarkdownPreview label={`Preview in ${name}`} language={language} markdown={text.markdown} />
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
