/** One letter: written and tried while it is a draft, then how far it was sent. */
import {
  letterAnswer,
  letterDraft,
  type ConsoleLetter,
  type LetterDraft,
  type LetterText,
} from '@fairground/contract/console/letters';
import { Field } from '@fairground/web/shared/ui/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@fairground/web/shared/router/router.tsx';
import { read } from '../shared/call.ts';
import { DeleteDraft } from '../shared/delete-draft.tsx';
import {
  DraftEditor,
  languageNames,
  TranslatedTexts,
  type TextFieldsProps,
} from '../shared/draft-editor.tsx';
import { emptyLetterText } from '../shared/empty-texts.ts';
import { MarkdownPreview } from '../shared/markdown-preview.tsx';
import { Page, Pending, Section } from '../shared/parts.tsx';
import { TextArea } from '../shared/text-area.tsx';
import { useDraft } from '../shared/use-draft.ts';
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
              label={`Text in ${languageNames[language]}`}
              language={language}
              markdown={text.markdown}
            />
          </Section>
        ) : null;
      })}
    </>
  );

function Editor({ saved }: { saved: ConsoleLetter }) {
  const { id } = saved;
  const draft = useDraft<LetterDraft>({
    name: `letter ${id}`,
    path: `/letters/${id}`,
    saved,
    savedValue: saved.letter,
    schema: letterDraft,
    queryKey: keyOf(id),
    toBody: (letter) => ({ letter }),
  });
  return (
    <DraftEditor draft={draft} readNewest={() => fetchLetter(id)}>
      <TranslatedTexts draft={draft} emptyText={emptyLetterText} Fields={TextFields} />
      <LetterSending letter={saved} isChanged={draft.isChanged} version={draft.version} />
      <DeleteDraft what="letter" draft={draft} listPath="/letters" />
    </DraftEditor>
  );
}

function TextFields({ language, text, onChange }: TextFieldsProps<LetterText>) {
  const name = languageNames[language];
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
