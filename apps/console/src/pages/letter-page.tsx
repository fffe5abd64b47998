/** One letter: written and tried while it is a draft, then how far it was sent. */
import {
  letterAnswer,
  letterDraft,
  saveLetterAnswer,
  type ConsoleLetter,
  type LetterDraft,
  type LetterText,
} from '@fairground/contract/console/letters';
import type { DraftLanguage } from '@fairground/contract/console/posts';
import { Checkbox, Field } from '@fairground/web/shared/ui/field.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { CallError, post, read } from '../shared/call.ts';
import { Conflict } from '../shared/conflict.tsx';
import { DeleteDraft } from '../shared/delete-draft.tsx';
import { MarkdownPreview } from '../shared/markdown-preview.tsx';
import { Page, Pending, Section } from '../shared/parts.tsx';
import { SaveBar } from '../shared/save-bar.tsx';
import { queryClient, useSession } from '../shared/session.ts';
import { TextArea } from '../shared/text-area.tsx';
import { useUnsaved, type Unsaved } from '../shared/unsaved.ts';
import { LetterSending } from './letter-sending.tsx';
import { LetterState } from './newsletter-page.tsx';

const keyOf = (id: string) => ['letter', id];
const fetchLetter = (id: string) => read(letterAnswer, `/letters/${encodeURIComponent(id)}`);
const refetchMs = 2_000;

export function LetterPage() {
  const { id = '' } = useParams();
  const { data, error } = useQuery({
    queryKey: keyOf(id),
    queryFn: () => fetchLetter(id),
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? refetchMs : false),
  });
  return (
    <Page
      title={data ? data.letter.en.subject.trim() || `Letter ${data.id}` : 'Letter'}
      aside={data ? <LetterState state={data.state} /> : null}
    >
      {data ? <Shown key={data.id} letter={data} /> : <Pending error={error} />}
    </Page>
  );
}

const Shown = ({ letter }: { letter: ConsoleLetter }) =>
  letter.state === 'draft' ? (
    <Editor saved={letter} />
  ) : (
    <>
      <LetterSending letter={letter} isChanged={false} version={letter.version} />
      {(['en', 'es'] as const).map((language) => {
        const text = letter.letter[language];
        return text ? (
          <Section key={language} title={text.subject}>
            <MarkdownPreview
              label={`Text in ${names[language]}`}
              language={language}
              markdown={text.markdown}
            />
          </Section>
        ) : null;
      })}
    </>
  );

const names: Record<DraftLanguage, string> = { en: 'English', es: 'Spanish' };
const emptyText: LetterText = { subject: '', markdown: '' };

const parseUnsaved = (stored: unknown): Unsaved<LetterDraft> | undefined => {
  const { version, value } = stored as { version?: unknown; value?: unknown };
  const letter = letterDraft.safeParse(value);
  return typeof version === 'number' && letter.success ? { version, value: letter.data } : undefined;
};

function Editor({ saved }: { saved: ConsoleLetter }) {
  const { id } = saved;
  const { data: session } = useSession();
  const unsaved = useUnsaved<LetterDraft>({
    name: `${session?.name ?? ''} letter ${id}`,
    saved: { version: saved.version, value: saved.letter },
    parse: parseUnsaved,
  });
  const { value: letter, setValue: setLetter } = unsaved;
  const saving = useMutation({
    mutationFn: async (version: number) =>
      saveLetterAnswer.parse(await post(`/letters/${id}/save`, { version, letter })),
    onSuccess: ({ version }) => {
      unsaved.setSaved({ version, value: letter });
      return queryClient.invalidateQueries({ queryKey: keyOf(id) });
    },
  });
  // Refused by the server, or seen when the letter was read again.
  const isConflict =
    (saving.error instanceof CallError && saving.error.status === 409) || saved.version > unsaved.version;
  const setText = (language: DraftLanguage, text: LetterText | null) =>
    setLetter({ ...letter, [language]: text });
  return (
    <>
      {unsaved.isRestored && unsaved.isChanged ? (
        <p role="status" className="rounded-control bg-raised px-4 py-3">
          This text was not saved when you left the page.
        </p>
      ) : null}
      <Section title="English">
        <TextFields language="en" text={letter.en} onChange={(text) => setText('en', text)} />
      </Section>
      <Section title="Spanish">
        <Checkbox
          label="With a translation into Spanish"
          checked={letter.es !== null}
          onChange={({ target }) => setText('es', target.checked ? emptyText : null)}
        />
        {letter.es ? (
          <TextFields language="es" text={letter.es} onChange={(text) => setText('es', text)} />
        ) : null}
      </Section>
      <LetterSending letter={saved} isChanged={unsaved.isChanged} version={unsaved.version} />
      <DeleteDraft
        what="letter"
        path={`/letters/${id}`}
        version={unsaved.version}
        listPath="/letters"
        onDeleted={unsaved.forget}
      />
      <SaveBar
        saved={saved}
        isChanged={unsaved.isChanged}
        isBusy={saving.isPending}
        error={saving.error}
        onSave={() => saving.mutate(unsaved.version)}
      >
        {isConflict ? (
          <Conflict
            path={`/letters/${id}`}
            readNewest={() => fetchLetter(id)}
            onReplace={(version) => saving.mutate(version)}
          />
        ) : null}
      </SaveBar>
    </>
  );
}

interface TextFieldsProps {
  language: DraftLanguage;
  text: LetterText;
  onChange: (text: LetterText) => void;
}

function TextFields({ language, text, onChange }: TextFieldsProps) {
  const name = names[language];
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div className="grid content-start gap-3">
        <Field
          label={`Subject in ${name}`}
          value={text.subject}
          maxLength={150}
          onChange={({ target }) => onChange({ ...text, subject: target.value })}
        />
        <TextArea
          label={`Text in ${name}, in Markdown`}
          value={text.markdown}
          maxLength={20_000}
          rows={12}
          onChange={({ target }) => onChange({ ...text, markdown: target.value })}
        />
      </div>
      <MarkdownPreview label={`Preview in ${name}`} language={language} markdown={text.markdown} />
    </div>
  );
}
