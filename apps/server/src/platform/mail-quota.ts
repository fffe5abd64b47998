/**
 * Caps how many mails of a kind one recipient gets, in the database: they hold across processes and restarts,
 * and RATE_LIMITS=off does not lift them, because they protect people who may have no account here.
 */
import type { Database } from './database.ts';

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
): Promise<boolean> => {
  const rows = await query<{ used: number }>({
    name: 'claim-mail',
    text: `INSERT INTO mail_quota AS q (kind, subject, used) VALUES ($1, $2, 1)
      ON CONFLICT (kind, subject) DO UPDATE SET
        used = CASE WHEN q.since <= clock_timestamp() - make_interval(secs => $4) THEN 1 ELSE q.used + 1 END,
        since = CASE WHEN q.since <= clock_timestamp() - make_interval(secs => $4)
          THEN clock_timestamp() ELSE q.since END
      WHERE q.used < $3 OR q.since <= clock_timestamp() - make_interval(secs => $4)
      RETURNING used`,
    values: [kind, subject, max, windowSeconds],
  });
  return rows.length > 0;
};

/** Forgets what was counted: the recipient asked for these mails. */
export const releaseMail = async (
  query: Database['query'],
  { kind }: MailRule,
  subject: Buffer,
): Promise<void> => {
  await query({
    name: 'release-mail',
    text: `DELETE FROM mail_quota WHERE kind = $1 AND subject = $2`,
    values: [kind, subject],
  });
};

/** No rule's window is longer. */
const longestWindow = '30 days';

export const deleteOldMailQuotas = async (query: Database['query']): Promise<void> => {
  await query({
    text: `DELETE FROM mail_quota WHERE since <= clock_timestamp() - interval '${longestWindow}'`,
    values: [],
  });
};
