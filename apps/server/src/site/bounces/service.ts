/**
 * Mails that came back: refused by the mail server when they were sent, or reported later by the mail provider. To an address
 * that does not exist or whose owner complained no newsletter and no mail of a notice is sent any more. Mails that
 * somebody asks for are sent as before.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { BounceBody, BounceKind } from '@fairground/contract/mail';
import { accepted, refuse, type Result } from '@fairground/contract/errors';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Log } from '../../platform/logger.ts';
import { refusalOf } from '../../platform/mail-refusal.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Database } from '../../platform/postgres/database.ts';
import * as sql from './sql/bounces.sql.ts';

export interface BouncesService {
  /** Refused where the site has no secret, or another one. The result is the same whether or not anybody has the address. */
  report(given: { secret: string | undefined; from: string; bounce: BounceBody }): Promise<Result>;
}

export interface BouncesDeps {
  database: Pick<Database, 'query'>;
  /** Null where no provider reports. */
  secret: string | null;
  limiter: AttemptLimiter;
  /** Milliseconds since 1970. */
  now: () => number;
  record: (kind: BounceKind) => void;
}

const perAddress: AttemptRule = { name: 'mail-bounces', max: 600, windowMs: 10 * 60_000 };
const dayMs = 86_400_000;
/** Providers report for some days; clocks differ. */
const maxAgeMs = 90 * dayMs;
const maxAheadMs = 60 * 60_000;

export const createBouncesService = ({
  database: { query },
  secret,
  limiter,
  now,
  record,
}: BouncesDeps): BouncesService => ({
  async report({ secret: given, from, bounce: { address, kind, at, messageId } }) {
    if (secret === null) return refuse('not_found');
    const attempt = await limiter.take([[perAddress, addressSubject(from)]]);
    if (!attempt.ok) return attempt;
    if (given === undefined || !isSame(given, secret))
      return refuse('wrong_credentials', 'The secret is not right.');
    const atMs = Date.parse(at);
    // Also of years that the database has not.
    if (!(atMs > now() - maxAgeMs && atMs < now() + maxAheadMs))
      return refuse('invalid_request', { detail: 'The time is not of the last 90 days.', path: 'at' });
    const found = await sql.recordBounce.first(query, {
      address,
      kind,
      at: new Date(Math.min(atMs, now())),
      messageId: messageId ?? null,
    });
    if (found) record(kind);
    return accepted;
  },
});

/** In a time that does not depend on where they differ, nor on their lengths. */
const isSame = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export interface RefusalsDeps {
  query: Database['query'];
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<Log, 'warn'>;
  record: (kind: BounceKind) => void;
}

/** The mailer, with recipients recorded that the mail server refuses for good. */
export const recordRefusals = (mailer: Mailer, { query, now, log, record }: RefusalsDeps): Mailer => ({
  ...mailer,
  async send(mail) {
    try {
      await mailer.send(mail);
    } catch (error) {
      const kind = refusalOf(error);
      if (kind !== undefined) {
        const bounce = { address: mail.to, kind, at: new Date(now()), messageId: mail.messageId ?? null };
        // The sender learns of the refusal in any case.
        await sql.recordBounce
          .first(query, bounce)
          .then((found) => found && record(kind))
          .catch((fault: unknown) => log.warn({ err: fault }, 'a refused address could not be recorded'));
      }
      throw error;
    }
  },
});
