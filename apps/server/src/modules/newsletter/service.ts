/** The newsletter: an address counts once its owner has confirmed it by mail, and goes when he says so. */
import { refuse } from '@fairground/contract/errors';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database.ts';
import { hashToken, newToken, type Entropy } from '../../platform/entropy.ts';
import type { Log } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { DetailedRefusal } from '../../platform/refusals.ts';
import { confirmMail, welcomeMail } from './mails.ts';
import * as queries from './queries.ts';

type Answer = { ok: true } | DetailedRefusal;

export interface NewsletterService {
  /** The answer is the same whatever the address. */
  subscribe(email: string, address: string): Promise<Answer>;
  confirm(token: string): Promise<Answer>;
  unsubscribe(token: string): Promise<Answer>;
  deleteOldRequests(): Promise<void>;
}

export interface NewsletterServiceDeps {
  database: Database;
  entropy: Entropy;
  limiter: AttemptLimiter;
  mailer: Mailer;
  log: Log;
  siteUrl: () => string;
}

const hour = 60 * 60_000;
const perAddress: AttemptRule = { name: 'newsletter-address', most: 20, windowMs: hour };
const perAccount: AttemptRule = { name: 'newsletter-account', most: 3, windowMs: hour };
const confirmSeconds = 3 * 86_400;

const spent: DetailedRefusal = {
  ...refuse('invalid_request', 'This link is used up or too old.'),
  path: 'token',
};

export const createNewsletterService = (deps: NewsletterServiceDeps): NewsletterService => {
  const { entropy, limiter, mailer, log, siteUrl } = deps;
  const { query } = deps.database;

  const ask = async (email: string): Promise<void> => {
    const token = newToken(entropy);
    const isNew = await queries.requestSubscription(query, {
      email,
      confirmHash: hashToken(token),
      unsubscribeToken: newToken(entropy),
      lastsSeconds: confirmSeconds,
    });
    if (isNew) await mailer.send(confirmMail(email, `${siteUrl()}/newsletter?confirm=${token}`));
  };

  return {
    async subscribe(email, address) {
      const attempt = await limiter.take([
        [perAddress, addressSubject(address)],
        [perAccount, email.toLowerCase()],
      ]);
      if (!attempt.ok) return { ...refuse('rate_limited'), retryAfterSeconds: attempt.retryAfterSeconds };
      // After the answer, so that its time tells nothing about the address.
      void ask(email).catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'));
      return { ok: true };
    },
    async confirm(token) {
      const subscriber = await queries.confirmSubscription(query, hashToken(token));
      if (!subscriber) return spent;
      const link = `${siteUrl()}/newsletter?unsubscribe=${subscriber.unsubscribe_token}`;
      void mailer
        .send(welcomeMail(subscriber.email, link))
        .catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'));
      return { ok: true };
    },
    async unsubscribe(token) {
      return (await queries.unsubscribe(query, token)) ? { ok: true } : spent;
    },
    deleteOldRequests: () => queries.deleteOldRequests(query),
  };
};
