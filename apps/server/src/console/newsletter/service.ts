/**
 * Letters of the newsletter: written and tried by the staff, and started once. After that the text is fixed, and the
 * engine of site/newsletter sends it.
 */
import {
  letterDraft,
  type ConsoleLetter,
  type ConsoleLetters,
  type LetterDraft,
  type LetterProgress,
} from '@fairground/contract/console/letters';
import type { DraftLanguage } from '@fairground/contract/console/posts';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import { logCommand } from '../../admin/operator/log.ts';
import type { AttemptLimiter, AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Log } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import { letterMail } from '../../site/newsletter/letter-mail.ts';
import type { StaffIdentity } from '../staff/service.ts';
import * as sql from './sql/letters.sql.ts';

export interface LettersService {
  list(): Promise<ConsoleLetters>;
  find(id: bigint): Promise<Result<ConsoleLetter>>;
  create(staff: StaffIdentity, letter: LetterDraft): Promise<{ id: string; version: number }>;
  /** Refused where `version` is not the newest one, or the letter was started. */
  save(
    staff: StaffIdentity,
    id: bigint,
    given: { version: number; letter: LetterDraft },
  ): Promise<Result<{ version: number }>>;
  /** Mails the saved text to one address. Limited for each member of the staff. */
  test(staff: StaffIdentity, id: bigint, given: { email: string; language: DraftLanguage }): Promise<Result>;
  /** Refused where it was started before. */
  start(staff: StaffIdentity, id: bigint, version: number): Promise<Result>;
  stop(staff: StaffIdentity, id: bigint): Promise<Result>;
  resume(staff: StaffIdentity, id: bigint): Promise<Result>;
  /** Refused where it was started, or `version` is not the newest one. */
  remove(staff: StaffIdentity, id: bigint, version: number): Promise<Result>;
}

export interface LettersDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  mailer: Pick<Mailer, 'send'>;
  limiter: AttemptLimiter;
  siteUrl: () => string;
  log: Pick<Log, 'warn'>;
}

const maxListed = 100;
const testsPerMember: AttemptRule = { name: 'letter-test', max: 20, windowMs: 60 * 60_000 };

export const createLettersService = (deps: LettersDeps): LettersService => {
  const { mailer, limiter, siteUrl, log } = deps;
  const { query, transaction } = deps.database;

  /** As it is until the transaction ends. */
  const lock = async (on: Database['query'], id: bigint): Promise<sql.FindLetterRow | undefined> =>
    (await sql.lockLetter.first(on, { id })) && sql.findLetter.first(on, { id });

  /** Changes the state under a condition, and records it. */
  const change = (
    { staffId }: StaffIdentity,
    id: bigint,
    { command, run, refusal }: { command: string; run: typeof sql.stopLetter; refusal: string },
  ): Promise<Result> =>
    transaction<Result>(async (on) => {
      const before = await lock(on, id);
      if (!before) return refuse('not_found');
      if (!(await run.first(on, { id }))) return refuse('already_taken', refusal);
      await logCommand(
        on,
        command,
        { letter: String(id) },
        { staffId, before: { state: before.state, sent: Number(before.sent) } },
      );
      return accepted;
    });

  return {
    async list() {
      const [letters, subscribers] = await Promise.all([
        sql.listLetters.run(query, { maxRows: maxListed }),
        sql.countSubscribers.first(query),
      ]);
      return {
        subscribers: {
          confirmed: Number(subscribers?.confirmed ?? 0),
          spanish: Number(subscribers?.spanish ?? 0),
        },
        letters: letters.map((row) => ({ ...toShown(row), subject: parseLetter(row.letter).en.subject })),
      };
    },

    async find(id) {
      const row = await sql.findLetter.first(query, { id });
      return row ? accept({ ...toShown(row), letter: parseLetter(row.letter) }) : refuse('not_found');
    },

    create: ({ staffId }, letter) =>
      transaction(async (on) => {
        const row = await sql.insertLetter.first(on, { letter: toStorableJson(letter), staffId });
        if (!row) throw new Error('an insert returned no row');
        const id = String(row.id);
        await logCommand(
          on,
          'letter create',
          { letter: id },
          { staffId, after: describe(letter, row.version) },
        );
        return { id, version: row.version };
      }),

    save: ({ staffId }, id, { version, letter }) =>
      transaction<Result<{ version: number }>>(async (on) => {
        const before = await lock(on, id);
        if (!before) return refuse('not_found');
        const saved = await sql.saveLetter.first(on, {
          id,
          version,
          letter: toStorableJson(letter),
          staffId,
        });
        if (!saved) return refusalOf(before.state);
        await logCommand(
          on,
          'letter save',
          { letter: String(id) },
          {
            staffId,
            before: describe(parseLetter(before.letter), version),
            after: describe(letter, saved.version),
          },
        );
        return accept({ version: saved.version });
      }),

    async test({ staffId }, id, { email, language }) {
      const row = await sql.findLetter.first(query, { id });
      if (!row) return refuse('not_found');
      const letter = parseLetter(row.letter);
      const complete = checkComplete(letter);
      if (!complete.ok) return complete;
      const attempt = await limiter.take([[testsPerMember, String(staffId)]]);
      if (!attempt.ok) return attempt;
      const text = letter[language];
      const to = { email, language: text ? language : ('en' as const), unsubscribeToken: null };
      // The log is permanent, so it does not contain the address.
      await logCommand(query, 'letter test', { letter: String(id), version: row.version }, { staffId });
      try {
        await mailer.send(letterMail(text ?? letter.en, to, { siteUrl: siteUrl() }));
      } catch (error) {
        log.warn({ err: error, letter: String(id) }, 'sending a test of a letter failed');
        return refuse('unavailable', 'The mail server did not accept the mail.');
      }
      return accepted;
    },

    start: ({ staffId }, id, version) =>
      transaction<Result>(async (on) => {
        const before = await lock(on, id);
        if (!before) return refuse('not_found');
        if (before.state !== 'draft' || before.version !== version) return refusalOf(before.state);
        const letter = parseLetter(before.letter);
        const complete = checkComplete(letter);
        if (!complete.ok) return complete;
        const started = await sql.startLetter.first(on, { id, version });
        if (!started) return refuse('too_early', 'Nobody has confirmed a subscription yet.');
        await logCommand(
          on,
          'letter send',
          { letter: String(id) },
          { staffId, after: { ...describe(letter, version), recipients: started.recipients } },
        );
        return accepted;
      }),

    stop: (staff, id) =>
      change(staff, id, {
        command: 'letter stop',
        run: sql.stopLetter,
        refusal: 'This letter is not being sent.',
      }),

    resume: (staff, id) =>
      change(staff, id, {
        command: 'letter resume',
        run: sql.resumeLetter,
        refusal: 'This letter is not stopped.',
      }),

    remove: ({ staffId }, id, version) =>
      transaction<Result>(async (on) => {
        const before = await lock(on, id);
        if (!before) return refuse('not_found');
        if (!(await sql.deleteLetter.first(on, { id, version }))) return refusalOf(before.state);
        await logCommand(
          on,
          'letter delete',
          { letter: String(id) },
          { staffId, before: describe(parseLetter(before.letter), version) },
        );
        return accepted;
      }),
  };
};

/** Written by this module, so that another shape is a bug. */
const parseLetter = (text: string): LetterDraft => letterDraft.parse(JSON.parse(text));

const refusalOf = (state: sql.FindLetterRow['state']) =>
  refuse(
    'already_taken',
    state === 'draft'
      ? 'Somebody saved this letter in the meantime.'
      : 'This letter was sent already: it is never sent twice, changed or deleted.',
  );

const describe = ({ en, es }: LetterDraft, version: number): object => ({
  version,
  subject: en.subject,
  characters: en.markdown.length,
  ...(es ? { subjectInSpanish: es.subject, charactersInSpanish: es.markdown.length } : {}),
});

const checkComplete = (letter: LetterDraft): Result => {
  for (const language of ['en', 'es'] as const) {
    for (const part of ['subject', 'markdown'] as const) {
      if (letter[language]?.[part].trim() === '')
        return refuse('invalid_request', {
          detail: `"${part}" is missing in "${language}".`,
          path: `letter.${language}.${part}`,
        });
    }
  }
  return accepted;
};

const toShown = (row: sql.FindLetterRow) => ({
  id: String(row.id),
  version: row.version,
  state: row.state,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by,
  progress: progressOf(row),
});

const progressOf = (row: sql.FindLetterRow): LetterProgress | null => {
  if (row.started_at === null || row.recipients === null) return null;
  const [sent, failed, dropped] = [Number(row.sent), Number(row.failed), Number(row.dropped)];
  const rest = row.recipients - sent - failed - dropped;
  return {
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    recipients: row.recipients,
    sent,
    failed,
    // Those who unsubscribed before they were queued have no row.
    dropped: row.state === 'sent' ? dropped + rest : dropped,
    waiting: row.state === 'sent' ? 0 : rest,
  };
};
