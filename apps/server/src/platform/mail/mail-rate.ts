/**
 * How fast mails are given to the mail server, over all processes: providers refuse or delay what comes faster than
 * they allow. Notices wait for their turn. Mails that somebody asks for are counted and never wait.
 */
import type { Log } from '../logger.ts';
import type { Mailer } from './mailer.ts';
import type { Database } from '../database/database.ts';
import * as sql from './sql/mail-rate.sql.ts';

/** Reserves up to `wanted` mails to be sent now. Where there is room for none, `waitMs` is the time until there is. */
export type ReserveMails = (wanted: number) => Promise<{ granted: number; waitMs: number }>;

export interface MailRateDeps {
  query: Database['query'];
  mailsPerMinute: number;
  log: Pick<Log, 'warn'>;
}

/** What may be sent faster than evenly, in mails. */
const burstOf = (mailsPerMinute: number): number => Math.ceil(mailsPerMinute / 10);

export const createMailRate = ({ query, mailsPerMinute, log }: MailRateDeps) => {
  const intervalSeconds = 60 / mailsPerMinute;
  const burst = burstOf(mailsPerMinute);

  return {
    async reserveNotices(wanted: number): ReturnType<ReserveMails> {
      const row = await sql.reserveMails.first(query, { wanted, burst, intervalSeconds });
      if (!row) throw new Error('the row of the mail rate is missing');
      return { granted: row.granted, waitMs: Math.ceil(row.wait_seconds * 1_000) };
    },
    /** The mailer with each of its mails counted. */
    counting: (mailer: Mailer): Mailer => ({
      ...mailer,
      async send(mail) {
        // Counted before, as the others are. A mail is not lost because it could not be counted.
        await sql.countMail
          .run(query, { intervalSeconds, maxAheadSeconds: burst * intervalSeconds + 60 })
          .catch((error: unknown) => log.warn({ err: error }, 'a mail could not be counted'));
        await mailer.send(mail);
      },
    }),
  };
};
