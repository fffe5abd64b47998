/**
 * Who a token belongs to. Nothing is cached, so an ended session is refused at once on every process;
 * look-ups that come while others are under way share the next statement instead.
 */
import type { Database } from '../../platform/database.ts';
import { hashToken } from '../../platform/entropy.ts';
import type { RequestIdentity } from '../../platform/request-identity.ts';
import { findSessions, touchSessions, type SessionRow } from './queries.ts';

export type FindSession = (token: string) => Promise<RequestIdentity | undefined>;

interface Waiting {
  hash: Buffer;
  resolve: (identity: RequestIdentity | undefined) => void;
  reject: (error: unknown) => void;
}

/** How many statements may be under way at once: one slow answer does not hold up everybody. */
const lanes = 2;
const maxBatch = 256;

/** 32 random bytes in base64url; anything else is not worth a statement. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

export const createSessionLookup = (database: Database): FindSession => {
  let waiting: Waiting[] = [];
  let underWay = 0;
  let pumpPlanned = false;

  const run = async (batch: Waiting[]): Promise<void> => {
    try {
      const rows = await findSessions(
        database.query,
        batch.map((item) => item.hash),
      );
      const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
      for (const item of batch) item.resolve(toIdentity(byHash.get(item.hash.toString('hex'))));
      const stale = rows.filter((row) => row.is_stale).map((row) => row.session_id);
      // "Last seen" is a courtesy: it keeps no look-up waiting, and a failure to note it concerns nobody's request.
      if (stale.length > 0) void touchSessions(database.query, stale).catch(() => undefined);
    } catch (error) {
      for (const item of batch) item.reject(error);
    }
  };

  const pump = (): void => {
    while (underWay < lanes && waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      underWay += 1;
      void run(batch).finally(() => {
        underWay -= 1;
        pump();
      });
    }
  };

  return async (token) => {
    if (!isToken(token)) return undefined;
    return new Promise((resolve, reject) => {
      waiting.push({ hash: hashToken(token), resolve, reject });
      if (pumpPlanned) return;
      // Requests parsed in the same turn of the event loop share a statement.
      pumpPlanned = true;
      setImmediate(() => {
        pumpPlanned = false;
        pump();
      });
    });
  };
};

export const toIdentity = (row: SessionRow | undefined): RequestIdentity | undefined =>
  row && { playerId: row.player_id, sessionId: row.session_id };
