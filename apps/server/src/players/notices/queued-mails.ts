/**
 * Mails that somebody asked for. Each is sent immediately; one that the mail server does not take now, such
 * as a server that says "later" or is away, waits in the queue of the notices and is tried again for hours. Its text
 * contains a one-time link, so it is sealed.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/logger.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import type { Seal, SealedRows } from '../../platform/secrets/seal.ts';
import { queueMail } from './sql/deliveries.sql.ts';

export const queuedMailSealedRows: SealedRows = {
  table: 'queued_mail',
  context: `'queued-mail|' || message_id`,
};

const contextOf = (messageId: string): string => `queued-mail|${messageId}`;

/** The links of most mails are valid for a day at least. */
const daySeconds = 86_400;

export type StoredMail = Omit<Mail, 'playerId' | 'goodForSeconds'>;

export const openQueuedMail = (seal: Seal, sealed: Uint8Array, messageId: string): StoredMail =>
  JSON.parse(seal.open(sealed, contextOf(messageId)).toString('utf8')) as StoredMail;

/**
 * Refusals of the site rather than of one mail, as nodemailer names them: they end once the operator has
 * mended the settings.
 */
const aboutTheSite = new Set(['EAUTH', 'ECONNECTION', 'EPROTOCOL', 'ETLS']);

/** A mail server's refusal that another try would not change (RFC 5321, 4.2.1). */
export const isRefusedForGood = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  if ('code' in error && aboutTheSite.has(String(error.code))) return false;
  const answer = Number(error.responseCode);
  return answer >= 500 && answer < 600;
};

/** What is stored of a failure: a server's own words may name the recipient. */
export const describeMailFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return 'the mail could not be sent';
  if ('responseCode' in error) return `the mail server answered ${String(error.responseCode)}`;
  return 'code' in error ? `the mail server cannot be used: ${String(error.code)}` : error.name;
};

/** The mailer with each mail that is not taken now put into the queue. It fails where the mail was refused for good. */
export const queueFailedMails = (
  mailer: Mailer,
  deps: { query: Database['query']; seal: Seal; siteUrl: () => string; log: Pick<Log, 'warn'> },
): Mailer => ({
  ...mailer,
  async send({ playerId, goodForSeconds = daySeconds, ...given }) {
    const host = new URL(deps.siteUrl()).hostname;
    // Each try has the same one, so that a mail whose acceptance was lost is recognized.
    const messageId = given.messageId ?? `<${randomUUID()}@${host}>`;
    const mail: StoredMail = { ...given, messageId };
    try {
      await mailer.send(mail);
    } catch (error) {
      if (isRefusedForGood(error)) throw error;
      await queueMail.first(deps.query, {
        playerId: playerId ?? null,
        messageId,
        sealed: deps.seal.close(Buffer.from(JSON.stringify(mail)), contextOf(messageId)),
        goodForSeconds,
      });
      deps.log.warn({ err: error }, 'the mail server did not take a mail now; it is tried again for hours');
    }
  },
});
