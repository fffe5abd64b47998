/** The inbox of the contact page: reading messages, answering them by mail, and marking them as done. */
import type { InboxAnswer, MessageAnswer } from '@fairground/contract/console/contact';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import { logCommand } from '../../acts/log.ts';
import { findMessage, listMessages, markAnswered } from '../../acts/sql/operator.sql.ts';
import type { Log } from '../../../platform/logger.ts';
import { escapeHtml, type Mail, type Mailer } from '../../../platform/mail/mailer.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { StaffIdentity } from '../staff/service.ts';
import * as sql from './sql/answers.sql.ts';

export interface InboxDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  mailer: Pick<Mailer, 'send'>;
  log: Pick<Log, 'error'>;
}

const maxListed = 100;

export const createInboxService = ({ database, mailer, log }: InboxDeps) => {
  const { query } = database;

  const mail = async (answerId: bigint, message: Mail): Promise<boolean> => {
    if (!(await sql.claimMail.first(query, { id: answerId }))) return true;
    try {
      await mailer.send(message);
      return true;
    } catch (error) {
      log.error({ err: error, answer: String(answerId) }, 'an answer could not be mailed; it is stored');
      await sql.releaseMail.run(query, { id: answerId });
      return false;
    }
  };

  return {
    async list({ staffId }: StaffIdentity, all: boolean): Promise<InboxAnswer> {
      const rows = await listMessages.run(query, { all, maxRows: maxListed });
      await logCommand(query, 'contact list', { messages: rows.map(({ id }) => String(id)) }, { staffId });
      return {
        messages: rows.map(({ id, created_at, name, email, title, answered_at }) => ({
          id: String(id),
          at: created_at.toISOString(),
          name,
          email,
          title,
          answeredAt: answered_at?.toISOString() ?? null,
        })),
      };
    },

    async show({ staffId }: StaffIdentity, id: bigint): Promise<Result<MessageAnswer>> {
      const row = await findMessage.first(query, { id: String(id) });
      if (!row) return refuse('not_found');
      await logCommand(query, 'contact show', { id: String(id) }, { staffId });
      const answers = await sql.listAnswers.run(query, { messageId: id });
      return accept({
        message: {
          id: String(row.id),
          at: row.created_at.toISOString(),
          name: row.name,
          email: row.email,
          title: row.title,
          text: row.description,
          answeredAt: row.answered_at?.toISOString() ?? null,
        },
        answers: answers.map((answer) => ({
          id: String(answer.id),
          staff: answer.staff,
          text: answer.text,
          at: answer.created_at.toISOString(),
          isMailed: answer.is_mailed,
        })),
      });
    },

    /** Stores the answer and mails it; a repeated call mails it only where that failed. */
    async answer(
      { staffId }: StaffIdentity,
      id: bigint,
      { text, key }: { text: string; key: string },
    ): Promise<Result<{ isMailed: boolean }>> {
      const message = await findMessage.first(query, { id: String(id) });
      if (!message) return refuse('not_found');
      const stored = await database.transaction(async (on) => {
        const inserted = await sql.insertAnswer.first(on, { messageId: id, staffId, text, key });
        if (!inserted) return undefined;
        await markAnswered.run(on, { id });
        // The text is in the table of answers, which is erased with the message; the log is permanent.
        await logCommand(on, 'contact answer', { id: String(id), answer: String(inserted.id) }, { staffId });
        return inserted.id;
      });
      const earlier =
        stored === undefined ? await sql.findAnswerByKey.first(query, { staffId, key }) : undefined;
      const answerId = stored ?? earlier?.id;
      if (answerId === undefined) return refuse('not_found');
      if (earlier && (earlier.message_id !== id || earlier.text !== text)) {
        return refuse('idempotency_mismatch', 'This key was used for another answer.');
      }
      return accept({ isMailed: await mail(answerId, toMail(message, text)) });
    },

    /** For a message that needs no answer. */
    close: ({ staffId }: StaffIdentity, id: bigint): Promise<Result> =>
      database.transaction<Result>(async (on) => {
        const message = await findMessage.first(on, { id: String(id) });
        if (!message) return refuse('not_found');
        if (message.answered_at !== null) return refuse('already_taken', 'This message is done already.');
        await markAnswered.run(on, { id });
        await logCommand(on, 'contact answered', { id: String(id) }, { staffId });
        return accepted;
      }),
  };
};

export type InboxService = ReturnType<typeof createInboxService>;

const toHtml = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

/** The visitor's title goes into the subject on one line; the message is quoted below the answer. */
const toMail = (
  { email, title, description }: { email: string; title: string; description: string },
  text: string,
): Mail => {
  // oxlint-disable-next-line no-control-regex -- removes control characters
  const subject = `Re: ${title.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')}`;
  const quoted = description.replaceAll(/^/gm, '> ');
  return {
    to: email,
    // Written by a person, unlike all others.
    headers: { 'Auto-Submitted': 'no' },
    subject,
    text: `${text}\n\n${quoted}\n`,
    html: `<p>${toHtml(text)}</p><blockquote>${toHtml(description)}</blockquote>`,
  };
};
