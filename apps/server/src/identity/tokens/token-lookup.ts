/**
 * Who an access token belongs to, and what it may do. Nothing is cached, so a token that was ended is refused
 * immediately on every process; look-ups that arrive while a statement runs share the next one.
 */
import { tokenPrefix, tokenScopes } from '@fairground/contract/tokens';
import type { RowOf } from '@fairground/sql';
import { createBatcher } from '../../platform/batcher.ts';
import { createToken, hashToken, type Entropy } from '../../platform/entropy.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RequestIdentity } from '../../http/request-identity.ts';
import { findTokens, touchTokens } from './sql/tokens.sql.ts';

export type FindToken = (token: string) => Promise<RequestIdentity | undefined>;

/** The prefix and 32 random bytes in base64url. */
export const createAccessToken = (entropy: Entropy): string => `${tokenPrefix}${createToken(entropy)}`;

const pattern = new RegExp(`^${tokenPrefix}[A-Za-z0-9_-]{43}$`);

export const createTokenLookup = ({ query }: Pick<Database, 'query'>): FindToken => {
  const findByHash = createBatcher<string, RowOf<typeof findTokens> | undefined>({
    maxBatch: 256,
    async run(hashes) {
      const rows = await findTokens.run(query, {
        tokenHashes: hashes.map((hash) => Buffer.from(hash, 'hex')),
      });
      const stale = rows.filter((row) => row.is_stale).map((row) => row.token_id);
      // The day of the last use is best effort: look-ups do not wait for it, and a failure to store it is ignored.
      if (stale.length > 0) void touchTokens.run(query, { tokenIds: stale }).catch(() => undefined);
      const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
      return hashes.map((hash) => byHash.get(hash));
    },
  });
  return async (token) => {
    if (!pattern.test(token)) return undefined;
    const row = await findByHash(hashToken(token).toString('hex'));
    return row && toIdentity(row);
  };
};

const toIdentity = ({ player_id, token_id, scopes }: RowOf<typeof findTokens>): RequestIdentity => ({
  playerId: player_id,
  sessionId: token_id,
  program: { scopes: tokenScopes.filter((scope) => scopes.includes(scope)) },
});
