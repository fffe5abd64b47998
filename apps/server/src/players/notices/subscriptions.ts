/** Browsers that get push messages: one per session, ten per player, until the session ends, by a foreign key. */
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { NoticeSettings, PushSubscriptionBody } from '@fairground/contract/notices';
import type { RequestIdentity } from '../../http/request-identity.ts';
import type { AttemptLimiter, AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import { isPublicEndpoint } from './push-target.ts';
import * as sql from './sql/subscriptions.sql.ts';

export interface PushSubscriptionsDeps {
  database: Database;
  limiter: AttemptLimiter;
  /** For tests alone. */
  allowsPrivate: boolean;
}

const maxSubscriptions = 10;
const perPlayer: AttemptRule = { name: 'push-subscription', max: 60, windowMs: 60 * 60_000 };

export const createPushSubscriptions = ({ database, limiter, allowsPrivate }: PushSubscriptionsDeps) => ({
  /** Refused for an endpoint that is not a public https address. */
  async add(
    { playerId, sessionId }: RequestIdentity,
    { endpoint, keys, language }: PushSubscriptionBody,
  ): Promise<Result<{ id: string }>> {
    const isHttps = URL.canParse(endpoint) && new URL(endpoint).protocol === 'https:';
    if (!(allowsPrivate ? isHttps : isPublicEndpoint(endpoint))) {
      return refuse('invalid_request', {
        detail: 'This is not the address of a push service.',
        path: 'endpoint',
      });
    }
    const attempt = await limiter.take([[perPlayer, String(playerId)]]);
    if (!attempt.ok) return attempt;
    const stored = await database.transaction(async (query) => {
      if (!(await sql.lockSession.first(query, { playerId, sessionId }))) return undefined;
      await sql.deleteOfOtherPlayer.run(query, { playerId, endpoint });
      const row = await sql.storeSubscription.first(query, {
        playerId,
        sessionId,
        endpoint,
        p256dh: Buffer.from(keys.p256dh, 'base64url'),
        auth: Buffer.from(keys.auth, 'base64url'),
        language,
      });
      if (!row) throw new Error('an insert returned no row');
      await sql.deleteSurplusSubscriptions.run(query, {
        playerId,
        sessionId,
        retainedId: row.id,
        maxSubscriptions,
      });
      return row.id;
    });
    return stored === undefined ? refuse('not_signed_in') : accept({ id: String(stored) });
  },

  /** The browser of this session. */
  async remove({ playerId, sessionId }: RequestIdentity): Promise<Result> {
    const removed = await sql.deleteSubscriptionsOfSession.run(database.query, { playerId, sessionId });
    return removed.length > 0 ? accepted : refuse('not_found');
  },

  async describe({
    playerId,
    sessionId,
  }: RequestIdentity): Promise<Omit<NoticeSettings['push'], 'publicKey'>> {
    const row = await sql.readSubscriptions.first(database.query, { playerId, sessionId });
    return { browsers: row?.browsers ?? 0, current: row?.current ?? false };
  },
});

export type PushSubscriptions = ReturnType<typeof createPushSubscriptions>;
