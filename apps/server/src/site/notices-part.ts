/** Notices of players, wired: their calls, what is made of games' rows, the queue, and what is pushed to open pages. */
import type { GameModule } from '@fairground/game-kit/server';
import { notifyingGames } from '../players/notices/composed-rows.ts';
import { createDeliveries, type DeliveryState } from '../players/notices/deliveries.ts';
import { listKinds } from '../players/notices/kinds.ts';
import { createNoticeProducer } from '../players/notices/producer.ts';
import { openPushKey, type PushKey } from '../players/notices/push-key.ts';
import { createPushSender } from '../players/notices/push-sender.ts';
import { noticesRoutes } from '../players/notices/routes.ts';
import { createNoticesService, type UnreadNotices } from '../players/notices/service.ts';
import { createPushSubscriptions } from '../players/notices/subscriptions.ts';
import { createUnsubscribeTokens } from '../players/notices/unsubscribe.ts';
import type { AttemptLimiter } from '../platform/attempt-limiter.ts';
import type { ReserveMails } from '../platform/mail/mail-rate.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { noticesChangedEvent } from './events.ts';
import { createPlayerPushes } from './player-pushes.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireNotices = (
  deps: Pick<PartDeps, 'database' | 'settings' | 'log' | 'bus' | 'seal'>,
  games: readonly GameModule[],
  outside: {
    limiter: AttemptLimiter;
    mailer: Pick<Mailer, 'send'>;
    /** For mails that somebody asked for. */
    askedMailer: Pick<Mailer, 'send'>;
    reserveMails: ReserveMails;
    siteUrl: () => string;
    /** Outlives a rotation of the seed key. */
    secret: Buffer;
    /** Notifies these players' open pages, on every process; called after the commit. */
    noticesChanged: (playerIds: readonly bigint[]) => void;
    hasPlayer: (playerId: string) => boolean;
    push: (playerId: string, event: { type: string; payload: object }) => void;
    recordDelivery: (channel: 'push' | 'mail', state: DeliveryState) => void;
    /** For tests alone: push messages may go to private addresses. */
    allowsPrivate: boolean;
  },
): SitePart => {
  const { database, settings, log, bus } = deps;
  const { noticesChanged, siteUrl, allowsPrivate } = outside;
  let key: PushKey | undefined;
  const requireKey = (): PushKey => {
    if (!key) throw new Error('the push key is read before the site serves');
    return key;
  };
  const service = createNoticesService({ database, log, games });
  const tokens = createUnsubscribeTokens(outside.secret);
  const sender = createPushSender({
    key: requireKey,
    contact: () => (settings.operatorEmail === null ? siteUrl() : `mailto:${settings.operatorEmail}`),
    allowsPrivate,
  });
  const pushUnread = createPlayerPushes<UnreadNotices>({
    hasPlayer: outside.hasPlayer,
    read: service.countUnreadOf,
    push: ({ playerId, unread }) =>
      outside.push(playerId, { type: 'notices_response', payload: { success: true, data: { unread } } }),
    failed: (error) => log.warn({ err: error }, 'pushing the numbers of notices failed'),
  });
  bus.subscribe(noticesChangedEvent, ({ playerIds }) => pushUnread.changed(playerIds));
  return {
    routes: noticesRoutes({
      service,
      subscriptions: createPushSubscriptions({ database, limiter: outside.limiter, allowsPrivate }),
      tokens,
      publicKey: () => requireKey().publicKey,
      siteUrl,
      noticesChanged,
    }),
    pageConnected: (playerId) => pushUnread.changed([playerId]),
    engines: [
      createNoticeProducer({ database, games: notifyingGames(games), noticesChanged }),
      ...createDeliveries({
        database,
        kinds: listKinds(games),
        push: sender,
        mailer: outside.mailer,
        askedMailer: outside.askedMailer,
        seal: deps.seal,
        reserveMails: outside.reserveMails,
        tokens,
        siteUrl,
        log,
        record: outside.recordDelivery,
      }),
    ],
    async load() {
      key = await openPushKey(database.query, deps.seal);
    },
    cleaning: service.cleaning,
    stop: () => sender.stop(),
  };
};
