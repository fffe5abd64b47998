/**
 * A passkey in place of the password that is asked for again. Its challenges are not those of sign-ins:
 * what was signed for one is refused for the other. Each belongs to one player and is answered once, by
 * whichever process gets the answer.
 */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { PasskeyAnswer } from '@fairground/contract/reauthentication';
import type { AttemptLimiter, AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/passkeys.sql.ts';
import { createChallenges, createWebAuthn, type WebAuthnDeps } from './webauthn.ts';

const limits = {
  account: { name: 'passkey-confirmation', max: 60, windowMs: 15 * 60_000 },
} as const satisfies Record<string, AttemptRule>;

export const createPasskeyConfirmations = (
  deps: WebAuthnDeps & { database: Pick<Database, 'query'>; limiter: AttemptLimiter },
) => {
  const { database, limiter } = deps;
  const { query } = database;
  const webauthn = createWebAuthn(deps);
  const challenges = createChallenges<bigint>(deps.entropy, {
    insert: ({ owner, ...row }) => sql.insertConfirmation.run(query, { ...row, playerId: owner }),
    take: ({ challenge, owner }) => sql.takeConfirmation.first(query, { challenge, playerId: owner }),
  });

  return {
    /** What a browser asks one of the player's passkeys to sign. */
    async begin(playerId: bigint): Promise<Result<object>> {
      const attempt = await limiter.take([[limits.account, String(playerId)]]);
      if (!attempt.ok) return attempt;
      const passkeys = await sql.listPasskeys.run(query, { playerId });
      if (passkeys.length === 0) return refuse('not_found', 'You have no passkey.');
      return accept(await webauthn.authenticationOptions(await challenges.create(playerId), passkeys));
    },

    /** Whether a passkey of the player has signed a challenge of theirs, which is used up. */
    async verify(playerId: bigint, response: PasskeyAnswer): Promise<boolean> {
      const challenge = await challenges.take(response, playerId);
      if (!challenge) return false;
      const passkey = await sql.findPasskey.first(query, {
        credentialId: Buffer.from(response.id, 'base64url'),
      });
      if (passkey?.player_id !== playerId) return false;
      const use = await webauthn.verifyAuthentication(response, challenge, passkey);
      if (use === undefined) return false;
      return (await sql.usePasskey.first(query, { id: passkey.id, ...use })) !== undefined;
    },

    async deleteExpired() {
      await sql.deleteExpiredConfirmations.run(query);
    },
  };
};

export type PasskeyConfirmations = ReturnType<typeof createPasskeyConfirmations>;
