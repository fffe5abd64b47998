/** What every draft is edited in: its texts in both languages, the bar that saves it, and what to do where somebody else did. */
import type { DraftLanguage } from '@fairground/contract/console/posts';
import { Checkbox } from '@fairground/site-kit/ui/field.tsx';
import type { ReactNode } from 'react';
import { Conflict } from './conflict.tsx';
import { Section } from './parts.tsx';
import { SaveBar } from './save-bar.tsx';
import type { Draft, SavedVersion } from './use-draft.ts';

export const languageNames: Record<DraftLanguage, string> = { en: 'English', es: 'Spanish' };

interface DraftEditorProps<Value> {
  draft: Draft<Value>;
  readNewest: () => Promise<SavedVersion>;
  children: ReactNode;
}

export function DraftEditor<Value>({ draft, readNewest, children }: DraftEditorProps<Value>) {
  return (
    <>
      {draft.isRestored && draft.isChanged ? (
        <p role="status" className="rounded-control bg-raised px-4 py-3">
          This text was not saved when you left the page.
        </p>
      ) : null}
      {children}
      <SaveBar
        saved={draft.saved}
        isChanged={draft.isChanged}
        isBusy={draft.isSaving}
        error={draft.saveError}
        onSave={() => draft.save(draft.version)}
      >
        {draft.isConflict ? (
          <Conflict path={draft.path} readNewest={readNewest} onReplace={draft.save} />
        ) : null}
      </SaveBar>
    </>
  );
}

interface Texts<Text> {
  en: Text;
  es: Text | null;
}

export interface TextFieldsProps<Text> {
  language: DraftLanguage;
  text: Text;
  onChange: (text: Text) => void;
}

interface TranslatedTextsProps<Text, Value extends Texts<Text>> {
  draft: Pick<Draft<Value>, 'value' | 'setValue'>;
  emptyText: Text;
  /** The fields of one language. */
  Fields: (props: TextFieldsProps<Text>) => ReactNode;
}

/** English, and Spanish where there is a translation. */
export function TranslatedTexts<Text, Value extends Texts<Text>>({
  draft: { value, setValue },
  emptyText,
  Fields,
}: TranslatedTextsProps<Text, Value>) {
  const { en, es } = value;
  return (
    <>
      <Section title={languageNames.en}>
        <Fields language="en" text={en} onChange={(text) => setValue({ ...value, en: text })} />
      </Section>
      <Section title={languageNames.es}>
        <Checkbox
          label="With a translation into Spanish"
          checked={es !== null}
          onChange={({ target }) => setValue({ ...value, es: target.checked ? emptyText : null })}
        />
        {es === null ? null : (
          <Fields language="es" text={es} onChange={(text) => setValue({ ...value, es: text })} />
        )}
      </Section>
    </>
  );
}
