/** The newsletter: an address counts once its owner has confirmed it by mail, until they unsubscribe. */
import { accepted, refuse, type Result } from '@fairground/contract/errors';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import { hashToken, createToken, type Entropy } from '../../platform/entropy.ts';
import { mailboxOf, type AddressHash } from '../../platform/secrets/address-hash.ts';
import type { Log } from '../../platform/logger.ts';
import { claimMail, releaseMail, type MailRule } from '../../platform/mail/mail-quota.ts';
import { mailedLink } from '../../platform/mail/mailed-link.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { confirmMail, welcomeMail } from './mails.ts';
import * as sql from './sql/subscribers.sql.ts';

export interface Subscription {
  email: string;
  /** Null where the page did not state it. */
  language: 'en' | 'es' | null;
}

const hour = 60 * 60_000;
const perAddress: AttemptRule = { name: 'newsletter-address', max: 20, windowMs: hour };
const perAccount: AttemptRule = { name: 'newsletter-account', max: 3, windowMs: hour };
const confirmSeconds = 30 * 86_400;
/** One mail while its link is valid: an address that requests again has a valid link already. */
const confirmation: MailRule = { kind: 'newsletter', max: 1, windowSeconds: confirmSeconds };

const spentLink = refuse('invalid_request', {
  detail: 'This link has been used, or it has expired.',
  path: 'token',
});

export const createNewsletterService = (deps: {
  database: Database;
  entropy: Entropy;
  limiter: AttemptLimiter;
  hashAddress: AddressHash;
  mailer: Mailer;
  log: Log;
  siteUrl: () => string;
}) => {
  const { entropy, limiter, hashAddress, mailer, log, siteUrl } = deps;
  const { query } = deps.database;

  const mailConfirmation = async ({ email, language }: Subscription): Promise<void> => {
    if ((await sql.isSubscriber.first(query, { email }))?.is_subscriber === true) return;
    const mailbox = hashAddress('mail', mailboxOf(email));
    if (!(await claimMail(query, confirmation, mailbox))) return;
    const token = createToken(entropy);
    const isNew = await sql.requestSubscription.first(query, {
      email,
      confirmHash: hashToken(token),
      unsubscribeToken: createToken(entropy),
      lastsSeconds: confirmSeconds,
      language,
    });
    if (!isNew) return;
    try {
      await mailer.send(confirmMail(email, mailedLink(siteUrl(), '/newsletter', { name: 'confirm', token })));
    } catch (error) {
      await releaseMail(query, confirmation, mailbox);
      throw error;
    }
  };

  return {
    /** The answer is the same whatever the address. */
    async subscribe(request: Subscription, address: string): Promise<Result> {
      const attempt = await limiter.take([
        [perAddress, addressSubject(address)],
        [perAccount, request.email.toLowerCase()],
      ]);
      if (!attempt.ok) return attempt;
      // After the answer, so that its time shows nothing about the address.
      void mailConfirmation(request).catch((error: unknown) =>
        log.error({ err: error }, 'sending a mail failed'),
      );
      return accepted;
    },
    async confirm(token: string): Promise<Result> {
      const subscriber = await sql.confirmSubscription.first(query, { confirmHash: hashToken(token) });
      if (!subscriber) return spentLink;
      await releaseMail(query, confirmation, hashAddress('mail', mailboxOf(subscriber.email)));
      const link = mailedLink(siteUrl(), '/newsletter', {
        name: 'unsubscribe',
        token: subscriber.unsubscribe_token,
      });
      void mailer
        .send(welcomeMail(subscriber.email, link))
        .catch((error: unknown) => log.error({ err: error }, 'sending a mail failed'));
      return accepted;
    },
    async unsubscribe(token: string): Promise<Result> {
      return (await sql.unsubscribe.first(query, { token })) ? accepted : spentLink;
    },
    async deleteOldRequests() {
      await sql.deleteOldRequests.run(query);
    },
  };
};

export type NewsletterService = ReturnType<typeof createNewsletterService>;
