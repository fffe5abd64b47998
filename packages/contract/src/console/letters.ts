/** The console's pages of the newsletter: letters, and how far they were sent. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';
import { draftLanguage } from './posts.ts';

const id = z.string().check(z.regex(/^\d{1,18}$/));
const version = z.number().check(z.int(), z.gte(1), z.lte(1_000_000_000));
const email = z.string().check(z.maxLength(254), z.email());

/** A draft may be incomplete; what is sent may not. */
const letterText = z.strictObject({
  subject: z.string().check(z.maxLength(150), z.regex(/^\P{Cc}*$/u, 'Must be a single line.')),
  markdown: z.string().check(z.maxLength(20_000)),
});

export const letterDraft = z.strictObject({
  en: letterText,
  /** For subscribers whose language it is; null for a letter without a translation. */
  es: z.nullable(letterText),
});

const letterState = z.enum(['draft', 'sending', 'stopped', 'sent']);

/** Null before it was started. `waiting` includes those who are tried again. */
const progress = z.nullable(
  z.object({
    startedAt: instant,
    finishedAt: z.nullable(instant),
    recipients: z.number(),
    sent: z.number(),
    waiting: z.number(),
    /** After eight tries. */
    failed: z.number(),
    /** Those who unsubscribed before it was sent to them. */
    dropped: z.number(),
  }),
);

const shownLetter = {
  id,
  version: z.number(),
  state: letterState,
  updatedAt: instant,
  updatedBy: z.string(),
  progress,
};

/** GET /console/letters: the newest first. */
export const lettersAnswer = z.object({
  subscribers: z.object({
    /** Confirmed addresses. */
    confirmed: z.number(),
    /** Of them those who read Spanish; everybody else gets English. */
    spanish: z.number(),
  }),
  letters: z.array(z.object({ ...shownLetter, subject: z.string() })),
});

/** GET /console/letters/{id} */
export const letterAnswer = z.object({ ...shownLetter, letter: letterDraft });

export const letterParams = z.object({ id });

/** POST /console/letters */
export const createLetterBody = z.strictObject({ letter: letterDraft });
export const createLetterAnswer = z.object({ id, version: z.number() });

/** POST /console/letters/{id}/save. `version` is the one that was edited: 409 where there is a newer one. */
export const saveLetterBody = z.strictObject({ version, letter: letterDraft });
export const saveLetterAnswer = z.object({ version: z.number() });

/** POST /console/letters/{id}/test: the saved text, to an address of the one who tries it. */
export const testLetterBody = z.strictObject({ email, language: draftLanguage });

/** POST /console/letters/{id}/send: to every confirmed address, once. */
export const sendLetterBody = z.strictObject({ version });

/** POST /console/letters/{id}/delete: refused where it was started, or there is a newer version. */
export const deleteLetterBody = z.strictObject({ version });

export type LetterDraft = z.infer<typeof letterDraft>;
export type LetterText = z.infer<typeof letterText>;
export type ConsoleLetter = z.infer<typeof letterAnswer>;
export type ConsoleLetters = z.infer<typeof lettersAnswer>;
export type LetterProgress = NonNullable<z.infer<typeof progress>>;
