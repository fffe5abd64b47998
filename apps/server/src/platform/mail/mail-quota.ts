/**
 * Caps how many mails of a kind one recipient gets, in the database: they apply across processes and restarts,
 * and RATE_LIMITS=off does not lift them, because they protect people who may have no account here.
 */
import type { Database } from '../database/database.ts';
import * as sql from './sql/mail-quota.sql.ts';

export interface MailRule {
  kind: string;
  max: number;
  windowSeconds: number;
}

/** Counts one mail. False where the recipient already got as many as the rule allows. */
export const claimMail = async (
  query: Database['query'],
  { kind, max, windowSeconds }: MailRule,
  subject: Buffer,
): Promise<boolean> =>
  (await sql.claimMail.run(query, { kind, subject, maxMails: max, windowSeconds })).length > 0;

/** Forgets what was counted: the recipient wanted these mails. */
export const releaseMail = async (
  query: Database['query'],
  { kind }: MailRule,
  subject: Buffer,
): Promise<void> => {
  await sql.releaseMail.run(query, { kind, subject });
};

/** No rule's window is longer. */
const longestWindowSeconds = 30 * 86_400;

export const deleteOldMailQuotas = async (query: Database['query']): Promise<void> => {
  await sql.deleteOldMailQuotas.run(query, { longestWindowSeconds });
};
