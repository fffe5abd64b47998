/**
 * Answers that are stored under an idempotency key, in a compact form. The answers of a call are JSON texts that differ
 * only in their values: the rest, the form, is stored once in the database, and each answer as the id of its form and
 * its values. The function `answer_text` of the schema builds the same bytes again, whichever version of the program
 * runs by then, because it knows nothing of what an answer means.
 */
import type { Database } from '../platform/database/database.ts';
import * as sql from './sql/idempotency.sql.ts';

/** How an answer is stored: as a text, or by its form. */
export type StoredAnswer =
  | { answer: string; formId: null; answerValues: null }
  | { answer: null; formId: number; answerValues: string };

/** Separates the values of a compact JSON text, as `JSON.stringify` writes it, from all else. */
export const splitAnswer = (text: string) => {
  const values: string[] = [];
  let form = '';
  let copiedTo = 0;
  const take = (start: number, end: number): void => {
    form += `${text.slice(copiedTo, start)}\n`;
    values.push(text.slice(start, end));
    copiedTo = end;
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      // The names of fields are part of the form.
      if (text.charCodeAt(end) !== colon) take(at, end);
      at = end;
    } else if (isPunctuation(code)) at += 1;
    else {
      const end = endOfLiteral(text, at);
      take(at, end);
      at = end;
    }
  }
  return { form: form + text.slice(copiedTo), values: values.join('\n') };
};

/** A text of JSON with a line feed in the place of each value, and the values, each on a line. */
export type SplitAnswer = ReturnType<typeof splitAnswer>;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** `{`, `}`, `[`, `]`, `,` and `:`. */
const isPunctuation = (code: number): boolean =>
  code === comma || code === colon || code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d;

const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  throw new Error('an answer is not JSON');
};

const endOfLiteral = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length && !isPunctuation(text.charCodeAt(at))) at += 1;
  return at;
};

/** A call has a few forms; lists of varying length have one for each length. */
const maxForms = 500;
const maxFormLength = 20_000;

/**
 * Knows the ids of forms. One that this process meets for the first time is looked up or added next to the call, which
 * stores its answer as a text: no transaction depends on a form that another one might take back.
 */
export const createAnswerForms = (database: Pick<Database, 'query'>) => {
  const ids = new Map<string, number>();
  const requested = new Set<string>();

  const request = async (form: string): Promise<void> => {
    if (requested.has(form) || ids.size + requested.size >= maxForms || form.length > maxFormLength) return;
    requested.add(form);
    try {
      const row = await sql.addForm.first(database.query, { form });
      if (row) ids.set(form, row.id);
    } catch {
      // The database is unavailable or closing: a later answer of this form requests it again.
    } finally {
      requested.delete(form);
    }
  };

  const store = (text: string, { form, values }: SplitAnswer): StoredAnswer => {
    const formId = ids.get(form);
    if (formId !== undefined) return { answer: null, formId, answerValues: values };
    void request(form);
    return { answer: text, formId: null, answerValues: null };
  };

  return {
    pack: (text: string): StoredAnswer => store(text, splitAnswer(text)),
  };
};

export type AnswerForms = ReturnType<typeof createAnswerForms>;
