/**
 * The director's engines that send push messages and mails from the queue, several at a time, each with up
 * to eight tries. Mails, push messages to services that answer, and those to other hosts each have an
 * engine: none waits for the others.
 */
import type { Notice, NoticeLanguage, PushMessage } from '@fairground/contract/notices';
import type { NoticeKind } from '@fairground/game-kit/server';
import type { RowOf } from '@fairground/sql';
import type { Engine } from '../../director/director.ts';
import type { Log } from '../../platform/logger.ts';
import { claimMail, type MailRule } from '../../platform/mail/mail-quota.ts';
import type { ReserveMails } from '../../platform/mail/mail-rate.ts';
import { mailedLink } from '../../platform/mail/mailed-link.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Database } from '../../platform/database/database.ts';
import { runConcurrently } from '../../platform/run-concurrently.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { noticeMail } from './mails.ts';
import { chooseFairly, createPushHosts, postponedMs } from './push-hosts.ts';
import type { PushSender } from './push-sender.ts';
import { describeMailFailure, isRefusedForGood, openQueuedMail } from './queued-mails.ts';
import { describeNotices } from './service.ts';
import * as sql from './sql/deliveries.sql.ts';
import type { UnsubscribeTokens } from './unsubscribe.ts';

export type DeliveryState = 'queued' | 'sent' | 'failed' | 'dropped';

interface Outcome {
  state: DeliveryState;
  error: string | null;
  goneSubscription?: bigint;
}

const checkEveryMs = 1_000;
const maxMailsPerStep = 64;
const concurrency = 8;
/** Among which those of a step are chosen. */
const maxDuePushes = 1_000;
const maxTries = 8;
const maxErrorLength = 200;
/** Besides the mails that an account sends about itself. */
const mailRule: MailRule = { kind: 'notice', max: 20, windowSeconds: 86_400 };

const stopLabels: Record<NoticeLanguage, string> = { en: 'Stop these', es: 'No más de estos' };

export const createDeliveries = (deps: {
  database: Pick<Database, 'query'>;
  kinds: ReadonlyMap<string, NoticeKind>;
  push: PushSender;
  mailer: Pick<Mailer, 'send'>;
  /** For mails that somebody asked for. */
  askedMailer: Pick<Mailer, 'send'>;
  seal: Seal;
  reserveMails: ReserveMails;
  tokens: UnsubscribeTokens;
  siteUrl: () => string;
  log: Pick<Log, 'error' | 'warn'>;
  /** Counts each try; `queued` is one that failed and is tried again. */
  record: (channel: 'push' | 'mail', state: DeliveryState) => void;
}): Engine[] => {
  const { database, kinds, tokens, log } = deps;
  const { query } = database;
  const hosts = createPushHosts();

  const retry = (tries: number, error: string): Outcome => ({
    state: tries >= maxTries ? 'failed' : 'queued',
    error: error.slice(0, maxErrorLength),
  });

  const sendPush = async (row: RowOf<typeof sql.claimMails>, notice: Notice): Promise<Outcome> => {
    const { endpoint, p256dh, auth } = row;
    const language = toLanguage(row.language);
    if (endpoint === null || p256dh === null || auth === null) return { state: 'dropped', error: null };
    const { title, summary } = notice.texts[language];
    const siteUrl = deps.siteUrl();
    const stop = tokens.create({ playerId: row.player_id, kind: row.kind, channel: 'push' });
    const stopLink = mailedLink(siteUrl, '/notices', { name: 'unsubscribe', token: stop });
    const message: PushMessage = {
      web_push: 8030,
      notification: {
        title,
        body: summary,
        lang: language,
        tag: `notice-${notice.id}`,
        icon: `${siteUrl}/icons/icon-192.png`,
        navigate: `${siteUrl}${notice.path}`,
        actions: [{ action: 'stop', title: stopLabels[language], navigate: stopLink }],
        data: { stop },
      },
    };
    const result = await deps.push.send({ endpoint, p256dh, auth }, message);
    hosts.record(hostOf(endpoint), result);
    if (result.state === 'sent') return { state: 'sent', error: null };
    if (result.state === 'failed') return retry(row.tries, result.error);
    return {
      state: 'dropped',
      error: 'the push service does not know the browser any more',
      ...(row.subscription_id === null ? {} : { goneSubscription: row.subscription_id }),
    };
  };

  const sendMail = async (row: RowOf<typeof sql.claimMails>, notice: Notice): Promise<Outcome> => {
    const { email, username, player_id: playerId, kind } = row;
    if (email === null) return { state: 'dropped', error: 'the address is not confirmed' };
    // Counted once, not with every try.
    if (row.tries === 1 && !(await claimMail(query, mailRule, Buffer.from(String(playerId))))) {
      return { state: 'dropped', error: 'the most mails of a day were sent' };
    }
    const token = tokens.create({ playerId, kind, channel: 'mail' });
    const to = { email, username, language: toLanguage(row.language) };
    try {
      await deps.mailer.send(noticeMail(to, notice, { siteUrl: deps.siteUrl(), token }));
      return { state: 'sent', error: null };
    } catch (error) {
      log.warn({ err: error }, 'sending the mail of a notice failed');
      return retry(row.tries, error instanceof Error ? error.message : String(error));
    }
  };

  const sendQueued = async (row: RowOf<typeof sql.claimQueuedMails>): Promise<Outcome> => {
    const { sealed, message_id: messageId } = row;
    if (sealed === null || messageId === null) return { state: 'dropped', error: 'its account was closed' };
    if (row.is_good !== true) {
      log.error('a mail that somebody asked for could not be sent while its link was valid');
      return { state: 'failed', error: 'its link is not valid any more' };
    }
    try {
      await deps.askedMailer.send(openQueuedMail(deps.seal, sealed, messageId));
      return { state: 'sent', error: null };
    } catch (error) {
      const again = retry(row.tries, describeMailFailure(error));
      const outcome: Outcome = isRefusedForGood(error) ? { ...again, state: 'failed' } : again;
      if (outcome.state === 'failed') {
        log.error({ err: error }, 'a mail that somebody asked for could not be sent and is given up');
      } else log.warn({ err: error }, 'the mail server still does not take a mail; it is tried again');
      return outcome;
    }
  };

  const send = async (row: RowOf<typeof sql.claimMails>): Promise<Outcome> => {
    if (!row.is_wanted) return { state: 'dropped', error: 'not wanted any more' };
    const shown = {
      id: row.notice_id,
      kind: row.kind,
      data: row.data,
      created_at: row.created_at,
      is_read: false,
    };
    const [notice] = await describeNotices(query, kinds, [shown], log);
    // A kind that only a newer version knows waits for that.
    if (!notice) return retry(row.tries, 'the kind is not known');
    return row.channel === 'push' ? sendPush(row, notice) : sendMail(row, notice);
  };

  const sendAll = async <Row extends { id: bigint; channel: 'push' | 'mail' }>(
    rows: readonly Row[],
    sendOne: (row: Row) => Promise<Outcome>,
  ): Promise<void> => {
    const outcomes: { row: Row; outcome: Outcome }[] = [];
    await runConcurrently(rows, concurrency, async (row) => {
      outcomes.push({ row, outcome: await sendOne(row) });
    });
    if (outcomes.length === 0) return;
    await sql.recordDeliveries.run(query, {
      ids: outcomes.map(({ row }) => row.id),
      states: outcomes.map(({ outcome }) => outcome.state),
      errors: outcomes.map(({ outcome }) => outcome.error),
    });
    const gone = outcomes.flatMap(({ outcome }) => outcome.goneSubscription ?? []);
    if (gone.length > 0) await sql.deleteSubscriptions.run(query, { ids: gone });
    for (const { row, outcome } of outcomes) deps.record(row.channel, outcome.state);
  };

  const mails: Engine = {
    name: 'noticemails',
    async step({ epoch }) {
      const due = Number((await sql.countDueMails.first(query, { maxRows: maxMailsPerStep }))?.due ?? 0);
      const maxMails = due === 0 ? 0 : (await deps.reserveMails(due)).granted;
      const rows = maxMails === 0 ? [] : await sql.claimMails.run(query, { epoch, maxMails });
      await sendAll(rows, send);
      const asked = await sql.claimQueuedMails.run(query, { epoch, maxMails: concurrency });
      await sendAll(asked, sendQueued);
      return rows.length >= maxMailsPerStep || asked.length >= concurrency ? 0 : checkEveryMs;
    },
  };

  const pushes = (name: string, isKnown: boolean): Engine => ({
    name,
    async step({ epoch }) {
      const knownHosts = hosts.known();
      const due = await sql.readDuePushes.run(query, { knownHosts, isKnown, maxRows: maxDuePushes });
      const ids = chooseFairly(due, { max: concurrency, isKnown }).map(({ id }) => id);
      if (ids.length > 0) await sendAll(await sql.claimPushes.run(query, { epoch, ids }), send);
      for (const host of hosts.takeSilent()) {
        log.warn({ host }, 'a push service does not answer: its messages wait');
        await sql.postponePushes.run(query, { epoch, host, waitMs: postponedMs });
      }
      return due.length > ids.length ? 0 : checkEveryMs;
    },
  });

  return [mails, pushes('notice-pushes', true), pushes('notice-pushes-to-other-hosts', false)];
};

const toLanguage = (language: string | null): NoticeLanguage => (language === 'es' ? 'es' : 'en');

/** As in SQL. */
const hostOf = (endpoint: string): string => endpoint.split('/')[2] ?? '';
