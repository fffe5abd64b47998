/** Messages to the operator: always stored, and mailed where an address is set. */
import type { ContactAnswer, ContactBody } from '@fairground/contract/contact';
import { accept, type Result } from '@fairground/contract/errors';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { CleaningRule } from '../../director/cleaning.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/logger.ts';
import { escapeHtml, type Mail, type Mailer } from '../../platform/mail/mailer.ts';
import * as sql from './sql/messages.sql.ts';

const hour = 60 * 60_000;
const perAddress: AttemptRule = { name: 'contact-address', max: 10, windowMs: hour };
const perAccount: AttemptRule = { name: 'contact-account', max: 10, windowMs: hour };

export const createContactService = ({
  database: { query },
  limiter,
  mailer,
  log,
  operatorEmail,
}: {
  database: Database;
  limiter: AttemptLimiter;
  mailer: Mailer;
  log: Log;
  operatorEmail: string | null;
}) => {
  const mail = async (id: bigint, body: ContactBody, to: string): Promise<void> => {
    try {
      await mailer.send(toMail(id, body, to));
      await sql.markMailed.run(query, { id });
    } catch (error) {
      log.error({ err: error, message: String(id) }, 'a contact message could not be mailed; it is stored');
    }
  };
  return {
    /** For the director. */
    cleaning: [
      {
        name: 'contact messages',
        async deleteBatch(epoch, maxRows) {
          const row = await sql.deleteOldMessages.first(query, { epoch, maxRows });
          return row?.deleted ?? 0;
        },
      },
    ] satisfies readonly CleaningRule[],
    async create(body: ContactBody, address: string): Promise<Result<ContactAnswer>> {
      const attempt = await limiter.take([
        [perAddress, addressSubject(address)],
        [perAccount, body.email.toLowerCase()],
      ]);
      if (!attempt.ok) return attempt;
      const row = await sql.insertMessage.first(query, {
        name: withoutZeroBytes(body.name),
        email: withoutZeroBytes(body.email),
        title: withoutZeroBytes(body.title),
        description: withoutZeroBytes(body.description),
      });
      if (!row) throw new Error('an insert returned no row');
      const { id } = row;
      // The sender need not wait for the operator's mail server.
      if (operatorEmail !== null) void mail(id, body, operatorEmail);
      return accept({ id: String(id) });
    },
  };
};

export type ContactService = ReturnType<typeof createContactService>;

/** PostgreSQL's text cannot contain zero bytes. */
const withoutZeroBytes = (text: string): string => text.replaceAll('\0', '');

/** What a visitor wrote is put into the subject on one line, and into the body: never into an address. */
const toMail = (id: bigint, { name, email, title, description }: ContactBody, to: string): Mail => {
  // oxlint-disable-next-line no-control-regex -- removes control characters
  const subject = `Fairground message ${id}: ${title.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')}`;
  return {
    to,
    subject,
    about: email,
    text: `From: ${name} <${email}>\n\n${description}\n`,
    html: `<p>From: ${escapeHtml(name)} &lt;${escapeHtml(email)}&gt;</p><pre>${escapeHtml(description)}</pre>`,
  };
};
