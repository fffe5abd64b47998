/** One post: its draft with a preview in each language, and what is public of it. */
import {
  postAnswer,
  postDraft,
  postTagsAnswer,
  type ConsolePost,
  type DraftText,
  type PostDraft,
} from '@fairground/contract/console/posts';
import { Checkbox, Field } from '@fairground/site-kit/ui/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@fairground/site-kit/router/router.tsx';
import { read } from '../shared/call.ts';
import { DeleteDraft } from '../shared/delete-draft.tsx';
import {
  DraftEditor,
  languageNames,
  TranslatedTexts,
  type TextFieldsProps,
} from '../shared/draft-editor.tsx';
import { emptyPostText } from '../shared/empty-texts.ts';
import { MarkdownPreview } from '../shared/markdown-preview.tsx';
import { Page, Pending, Section } from '../shared/parts.tsx';
import { TextArea } from '../shared/text-area.tsx';
import { useDraft } from '../shared/use-draft.ts';
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

function Editor({ saved }: { saved: ConsolePost }) {
  const { slug } = saved;
  const draft = useDraft<PostDraft>({
    name: slug,
    path: `/posts/${slug}`,
    saved,
    savedValue: saved.draft,
    schema: postDraft,
    queryKey: keyOf(slug),
    toBody: (value) => ({ draft: value }),
  });
  return (
    <DraftEditor draft={draft} readNewest={() => fetchPost(slug)}>
      <PostPublishing post={saved} version={draft.version} isChanged={draft.isChanged} />
      <TranslatedTexts draft={draft} emptyText={emptyPostText} Fields={TextFields} />
      <Section title="Tags and picture">
        <TagFields draft={draft.value} onChange={draft.setValue} />
      </Section>
      {saved.isDeletable === true ? <DeleteDraft draft={draft} listPath="/posts" /> : null}
    </DraftEditor>
  );
}

function TextFields({ language, text, onChange }: TextFieldsProps<DraftText>) {
  const name = languageNames[language];
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
