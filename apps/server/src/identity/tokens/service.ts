/** A player's access tokens: creating, listing and ending them, and what their use is limited to. */
import {
  maxTokens,
  tokenCalls,
  tokenScopes,
  type CreateTokenAnswer,
  type TokenInfo,
  type TokenScope,
} from '@fairground/contract/tokens';
import type { CreateToken } from '@fairground/contract/owner-calls';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { RowOf } from '@fairground/sql';
import type { Caller } from '../../http/caller.ts';
import { parseId } from '../../http/coin-request.ts';
import type { RequestIdentity } from '../../http/request-identity.ts';
import type { AttemptLimiter, AttemptRule } from '../../platform/attempt-limiter.ts';
import { hashToken, type Entropy } from '../../platform/entropy.ts';
import type { Database } from '../../platform/database/database.ts';
import { noPasswordText, type AccountMails, type Reauthenticate } from '../sign-in/service.ts';
import * as sql from './sql/tokens.sql.ts';
import { createAccessToken, createTokenLookup } from './token-lookup.ts';

export { createBots, type Bots } from './bots.ts';

/** Which token a program uses, and what it may do; a signed-in player has no program. */
export interface TokenUse {
  sessionId: bigint | string;
  program?: RequestIdentity['program'] | undefined;
}

const limits = {
  create: { name: 'create-token', max: 30, windowMs: 60 * 60_000 },
  calls: { name: 'access-token', ...tokenCalls },
} as const satisfies Record<string, AttemptRule>;

/** A program has no password to give: its player must sign in. The list of codes has no better one. */
const notAllowed = (scope: TokenScope | undefined) =>
  refuse(
    'reauthentication_required',
    scope === undefined
      ? 'No access token may do this. Sign in on the site.'
      : `This access token lacks the scope "${scope}".`,
  );

const tooMany = refuse('limit_reached', `You have ${maxTokens} access tokens. Revoke one of them first.`);

export const createTokensService = (deps: {
  database: Database;
  entropy: Entropy;
  limiter: AttemptLimiter;
  reauthenticate: Reauthenticate;
  mails: Pick<AccountMails, 'notify'>;
  /** Called after the commit, so that the token's sockets close on every process. */
  closeSession: (tokenId: bigint) => void;
}) => {
  const { database, entropy, limiter } = deps;
  const { query } = database;
  return {
    async list(playerId: bigint): Promise<TokenInfo[]> {
      return (await sql.listTokens.run(query, { playerId })).map(toInfo);
    },

    async create(
      playerId: bigint,
      { name, scopes: requested, days, ...proof }: CreateToken,
      caller: Caller,
    ): Promise<Result<CreateTokenAnswer>> {
      const attempt = await limiter.take([[limits.create, String(playerId)]]);
      if (!attempt.ok) return attempt;
      const proven = await deps.reauthenticate(playerId, proof, caller);
      if (!proven.ok) return proven;
      const passwordHash = proven.value;
      if (passwordHash === null) return refuse('reauthentication_required', noPasswordText);

      const token = createAccessToken(entropy);
      const scopes = tokenScopes.filter((scope) => scope === 'read' || requested.includes(scope));
      const lastFour = token.slice(-4);
      const stored = await database.transaction(async (inTransaction) => {
        if (!(await sql.lockOwner.first(inTransaction, { playerId, passwordHash })))
          return refuse('wrong_credentials');
        const tokenHash = hashToken(token);
        const values = { playerId, tokenHash, name, scopes, lastFour, days, maxTokens };
        const row = await sql.insertToken.first(inTransaction, values);
        return row ? accept(row) : tooMany;
      });
      if (!stored.ok) return stored;
      deps.mails.notify(playerId, 'tokenCreated', caller);
      const info = toInfo({ ...stored.value, name, scopes, last_four: lastFour, last_used_on: null });
      return accept({ token, info });
    },

    async end(playerId: bigint, id: string): Promise<Result> {
      const tokenId = parseId(id);
      if (tokenId === undefined || !(await sql.endToken.first(query, { playerId, tokenId })))
        return refuse('not_found');
      deps.closeSession(tokenId);
      return accepted;
    },

    /** Whose token this is. */
    find: createTokenLookup(database),

    /**
     * Whether a program may do what needs the scope; undefined is what no program may do. Counts the call where it is
     * allowed. Players who are signed in may do everything.
     */
    async admit({ sessionId, program }: TokenUse, scope: TokenScope | undefined): Promise<Result> {
      if (program === undefined) return accepted;
      if (scope === undefined || !program.scopes.includes(scope)) return notAllowed(scope);
      return limiter.take([[limits.calls, String(sessionId)]]);
    },

    async deleteExpired() {
      await sql.deleteExpiredTokens.run(query);
    },
  };
};

export type TokensService = ReturnType<typeof createTokensService>;

const toInfo = (row: RowOf<typeof sql.listTokens>): TokenInfo => ({
  id: String(row.id),
  name: row.name,
  scopes: tokenScopes.filter((scope) => row.scopes.includes(scope)),
  lastFour: row.last_four,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedOn: row.last_used_on,
});
