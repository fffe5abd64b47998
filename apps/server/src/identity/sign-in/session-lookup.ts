/**
 * Who a token belongs to, and whether a session still lives. An ended session is refused immediately on every process:
 * each request looks its session up, or confirms one that was looked up a short time ago together with what it writes.
 * Look-ups that arrive while a statement runs share the next one.
 */
import { tokenScopes } from '@fairground/contract/tokens';
import type { RowOf } from '@fairground/sql';
import { createBatcher } from '../../platform/batcher.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { hashToken } from '../../platform/entropy.ts';
import type { RequestIdentity } from '../../http/request-identity.ts';
import { accountIdleSeconds } from './limits.ts';
import { findEndedSession, findLiveSessions, findSessions, touchSessions } from './sql/sessions.sql.ts';

export type FindSession = (token: string) => Promise<RequestIdentity | undefined>;
/** Who the token belonged to when it was looked up last, if that is not long ago. The session may have ended since. */
export type RecallSession = (token: string) => RequestIdentity | undefined;
/** Who a token belonged to, if it or its session ended less than `agoMs` milliseconds ago. */
export type FindEndedSession = (token: string, agoMs: number) => Promise<RequestIdentity | undefined>;
/** Milliseconds that each of these sessions still has; one that ended is missing. */
export type FindLiveSessions = (sessionIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, number>>;

/** 32 random bytes in base64url; anything else is not worth a statement. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** As for calls that move coins, which these precede. */
const overlap = { minItems: 8, afterMs: 20 };

/** Less than the five minutes after which a session that is used is marked as such. */
const recalledMs = 4 * 60_000;
/** How many sessions a process remembers, at about 300 bytes each. */
const usuallyRecalled = 50_000;

export const createSessionLookup = (
  { query }: Pick<Database, 'query'>,
  clock: Pick<Clock, 'setTimeout' | 'monotonic'>,
  maxRecalled = usuallyRecalled,
) => {
  const recent = createRecentSessions(clock, maxRecalled);
  const findByHash = createBatcher<string, RowOf<typeof findSessions> | undefined>({
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
  return {
    async find(token: string): ReturnType<FindSession> {
      if (!isToken(token)) return undefined;
      const hash = hashToken(token).toString('hex');
      const identity = toIdentity(await findByHash(hash));
      if (identity) recent.add(hash, identity);
      else recent.remove(hash);
      return identity;
    },
    recall: (token: string) => (isToken(token) ? recent.find(hashToken(token).toString('hex')) : undefined),
    /** For a session that has ended. */
    forget: recent.forget,
  };
};

export type SessionLookup = ReturnType<typeof createSessionLookup>;

const createRecentSessions = (clock: Pick<Clock, 'monotonic'>, maxRecalled: number) => {
  /** From the one that was looked up first on. */
  const byHash = new Map<string, { identity: RequestIdentity; until: number }>();
  const hashes = new Map<bigint, string>();
  const remove = (hash: string): void => {
    const known = byHash.get(hash);
    if (!known) return;
    byHash.delete(hash);
    hashes.delete(known.identity.sessionId);
  };
  return {
    remove,
    add(hash: string, identity: RequestIdentity) {
      remove(hash);
      byHash.set(hash, { identity, until: clock.monotonic() + recalledMs });
      hashes.set(identity.sessionId, hash);
      for (const [oldest] of byHash) {
        if (byHash.size <= maxRecalled) break;
        remove(oldest);
      }
    },
    find(hash: string): RequestIdentity | undefined {
      const known = byHash.get(hash);
      if (known && known.until > clock.monotonic()) return known.identity;
      remove(hash);
      return undefined;
    },
    forget(sessionId: bigint) {
      const hash = hashes.get(sessionId);
      if (hash !== undefined) remove(hash);
    },
  };
};

export const createLiveSessionLookup =
  ({ query }: Database): FindLiveSessions =>
  async (sessionIds) => {
    const rows = await findLiveSessions.run(query, { sessionIds });
    return new Map(rows.map((row) => [row.session_id, row.remaining_ms]));
  };

export const createEndedSessionLookup =
  ({ query }: Pick<Database, 'query'>): FindEndedSession =>
  async (token, agoMs) => {
    const row = await findEndedSession.first(query, { tokenHash: hashToken(token), agoMs });
    if (!row) return undefined;
    const { scopes } = row;
    const program = scopes && { scopes: tokenScopes.filter((scope) => scopes.includes(scope)) };
    return { playerId: row.player_id, sessionId: row.session_id, ...(program && { program }) };
  };

type SessionRow = Pick<RowOf<typeof findSessions>, 'player_id' | 'session_id'>;

export const toIdentity = (row: SessionRow | undefined): RequestIdentity | undefined =>
  row && { playerId: row.player_id, sessionId: row.session_id };
