/**
 * Who a token belongs to, and whether a session still lives. Nothing is cached, so an ended session is refused
 * immediately on every process; look-ups that arrive while a statement runs share the next one.
 */
import { createBatcher } from '../../platform/batcher.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { hashToken } from '../../platform/entropy.ts';
import type { RequestIdentity } from '../../http/request-identity.ts';
import { accountIdleSeconds } from './limits.ts';
import { findLiveSessions, findSessions, touchSessions, type FindSessionsRow } from './sql/sessions.sql.ts';

export type FindSession = (token: string) => Promise<RequestIdentity | undefined>;
/** Milliseconds that each of these sessions still has; one that ended is missing. */
export type FindLiveSessions = (sessionIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, number>>;

/** 32 random bytes in base64url; anything else is not worth a statement. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** As for calls that move coins, which these precede. */
const overlap = { minItems: 8, afterMs: 20 };

export const createSessionLookup = (
  { query }: Pick<Database, 'query'>,
  clock: Pick<Clock, 'setTimeout'>,
): FindSession => {
  const findByHash = createBatcher<string, FindSessionsRow | undefined>({
    overlap: { clock, ...overlap },
    maxBatch: 256,
    async run(hashes) {
      const rows = await findSessions.run(query, {
        tokenHashes: hashes.map((hash) => Buffer.from(hash, 'hex')),
      });
      const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
      const stale = rows.filter((row) => row.is_stale).map((row) => row.session_id);
      // "Last seen" is best effort: look-ups do not wait for it, and a failure to store it is ignored.
      if (stale.length > 0)
        void touchSessions
          .run(query, { sessionIds: stale, idleSeconds: accountIdleSeconds })
          .catch(() => undefined);
      return hashes.map((hash) => byHash.get(hash));
    },
  });
  return async (token) => {
    if (!isToken(token)) return undefined;
    return toIdentity(await findByHash(hashToken(token).toString('hex')));
  };
};

export const createLiveSessionLookup =
  ({ query }: Database): FindLiveSessions =>
  async (sessionIds) => {
    const rows = await findLiveSessions.run(query, { sessionIds });
    return new Map(rows.map((row) => [row.session_id, row.remaining_ms]));
  };

type SessionRow = Pick<FindSessionsRow, 'player_id' | 'session_id'>;

export const toIdentity = (row: SessionRow | undefined): RequestIdentity | undefined =>
  row && { playerId: row.player_id, sessionId: row.session_id };
