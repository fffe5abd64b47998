/**
 * The director's engine that sends letters of the newsletter: subscribers are queued in batches, and each is mailed with up
 * to eight tries. A letter that is stopped sends nothing more until it is resumed, and during maintenance none is sent: it
 * would lead its readers to games that are closed.
 */
import type { Engine } from '../../director/director.ts';
import type { Log } from '../../platform/logger.ts';
import type { ReserveMails } from '../../platform/mail-rate.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { runConcurrently } from '../../platform/run-concurrently.ts';
import { letterMail, type LetterLanguage, type LetterText } from './letter-mail.ts';
import * as sql from './sql/letters.sql.ts';

export interface LetterDeliveriesDeps {
  database: Pick<Database, 'query'>;
  mailer: Pick<Mailer, 'send'>;
  reserve: ReserveMails;
  siteUrl: () => string;
  log: Pick<Log, 'warn'>;
  /** Counts each try; `queued` is one that failed and is tried again. */
  recordDelivery: (state: LetterDeliveryState) => void;
}

export type LetterDeliveryState = 'queued' | 'sent' | 'failed' | 'dropped';

/** As the contract of the console stores it. */
type StoredLetter = { en: LetterText } & Partial<Record<LetterLanguage, LetterText | null>>;

const checkEveryMs = 2_000;
/** Slots come one by one once the burst is used: a step for each would be a few statements for each mail. */
const minWaitMs = 250;
const maxPerBatch = 64;
const concurrency = 8;
const maxTries = 8;
const maxErrorLength = 200;

export const createLetterDeliveries = ({
  database: { query },
  mailer,
  reserve,
  siteUrl,
  log,
  recordDelivery,
}: LetterDeliveriesDeps): Engine => {
  const send = async (delivery: sql.ClaimDeliveriesRow, letter: StoredLetter): Promise<void> => {
    const { id, tries } = delivery;
    const record = async (state: LetterDeliveryState, error: string | null = null) => {
      await sql.recordDelivery.run(query, { id, tries, state, error });
      recordDelivery(state);
    };
    const recipient = await sql.findRecipient.first(query, { id, tries });
    if (!recipient) return;
    if (!recipient.is_sending) {
      await sql.releaseDelivery.run(query, { id, tries });
      return;
    }
    const { email, unsubscribe_token: unsubscribeToken } = recipient;
    if (email === null || unsubscribeToken === null) {
      await record('dropped');
      return;
    }
    const text = recipient.language === 'es' ? letter.es : letter.en;
    const language = text && recipient.language === 'es' ? 'es' : 'en';
    const messageId = `<letter-${delivery.letter_id}-${id}@${new URL(siteUrl()).hostname}>`;
    const mail = letterMail(
      text ?? letter.en,
      { email, language, unsubscribeToken },
      { siteUrl: siteUrl(), messageId },
    );
    try {
      await mailer.send(mail);
    } catch (error) {
      log.warn({ err: error, letter: String(delivery.letter_id) }, 'sending a letter failed');
      const reason = error instanceof Error ? error.message : String(error);
      // A mail server's answer often contains the address, which is stored in one place alone.
      const spelling = new RegExp(RegExp.escape(email), 'gi');
      const stored = reason.replaceAll(spelling, 'the address').slice(0, maxErrorLength);
      await record(tries >= maxTries ? 'failed' : 'queued', stored);
      return;
    }
    // Recorded one by one: a process that is killed repeats at most what it was sending at that moment.
    await record('sent');
  };

  return {
    name: 'letter-deliveries',
    async step({ epoch, isPaused }) {
      // Nearly always nothing is sent, which one small query finds out.
      if (isPaused || (await sql.isSending.first(query))?.is_sending !== true) return checkEveryMs;
      const due = Number((await sql.countDue.first(query, { maxRows: maxPerBatch }))?.due ?? 0);
      if (due === 0) {
        if (await sql.queueDeliveries.first(query, { epoch, maxRows: maxPerBatch })) return 0;
        await sql.finishLetters.run(query, { epoch });
        return checkEveryMs;
      }
      const { granted, waitMs } = await reserve(due);
      if (granted === 0) return Math.max(minWaitMs, Math.min(waitMs, checkEveryMs));
      const deliveries = await sql.claimDeliveries.run(query, { epoch, maxRows: granted });
      // Of an earlier epoch, or the letter was stopped at this moment.
      if (deliveries.length === 0) return checkEveryMs;
      const letters = new Map<bigint, StoredLetter>();
      for (const id of new Set(deliveries.map(({ letter_id: each }) => each))) {
        const row = await sql.readLetter.first(query, { id });
        if (row) letters.set(id, JSON.parse(row.letter) as StoredLetter);
      }
      await runConcurrently(deliveries, concurrency, async (delivery) => {
        const letter = letters.get(delivery.letter_id);
        if (letter) await send(delivery, letter);
      });
      return 0;
    },
  };
};
