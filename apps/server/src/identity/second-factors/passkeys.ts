/**
 * Passkeys: a sign-in without password and code, by a device that has checked its owner itself. Adding one takes the
 * password or another passkey; every challenge is answered once.
 */
import type { LoginAnswer } from '@fairground/contract/auth';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { PasskeyAnswer, PasskeyInfo } from '@fairground/contract/passkeys';
import type { Caller } from '../../http/caller.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import { noPasswordText, recordSecurityNotice, type AuthService, type Proof } from '../sign-in/service.ts';
import * as sql from './sql/passkeys.sql.ts';
import { createChallenges, createWebAuthn, toPasskeyInfo, type WebAuthnDeps } from './webauthn.ts';

export interface PasskeysDeps extends WebAuthnDeps {
  database: Database;
  limiter: AttemptLimiter;
  auth: Pick<AuthService, 'reauthenticate' | 'mails' | 'completeChallenge' | 'findUsername'>;
}

const minute = 60_000;
const maxPasskeys = 10;
const limits = {
  address: { name: 'passkey-address', max: 60, windowMs: 15 * minute },
  account: { name: 'passkey-account', max: 30, windowMs: 60 * minute },
} as const satisfies Record<string, AttemptRule>;

const presentText = 'This passkey is in use already.';
const tooManyText = `You have ${maxPasskeys} passkeys already. Remove one first.`;
const refused = refuse('wrong_credentials', 'This passkey was not accepted.');
/**
 * Ids of passkeys are random, so that this tells nothing to whoever has none. The page may let the device
 * forget it.
 */
const unknown = refuse('wrong_credentials', {
  detail: 'This passkey was not accepted.',
  path: 'response.id',
  reason: 'passkey_unknown',
});

export const createPasskeysService = (deps: PasskeysDeps) => {
  const { database, limiter, auth } = deps;
  const { query } = database;
  const webauthn = createWebAuthn(deps);

  const challenges = createChallenges<bigint | null>(deps.entropy, {
    insert: ({ owner, ...row }) => sql.insertChallenge.run(query, { ...row, playerId: owner }),
    take: ({ challenge, owner }) => sql.takeChallenge.first(query, { challenge, playerId: owner }),
  });

  return {
    async list(playerId: bigint): Promise<PasskeyInfo[]> {
      return (await sql.listPasskeys.run(query, { playerId })).map(toPasskeyInfo);
    },

    /** What a browser creates a passkey with. */
    async beginAdding(playerId: bigint, proof: Proof, caller: Caller): Promise<Result<object>> {
      const proven = await auth.reauthenticate(playerId, proof, caller);
      if (!proven.ok) return proven;
      if (proven.value === null) return refuse('reauthentication_required', noPasswordText);
      const username = await auth.findUsername(playerId);
      if (username === undefined) return refuse('not_signed_in');
      const present = await sql.listPasskeys.run(query, { playerId });
      return accept(
        await webauthn.registrationOptions({
          challenge: await challenges.create(playerId),
          userName: username,
          userId: String(playerId),
          present: present.map((row) => row.credential_id),
        }),
      );
    },

    async add(
      playerId: bigint,
      { name, response }: { name: string; response: PasskeyAnswer },
      caller: Caller,
    ): Promise<Result<PasskeyInfo>> {
      const attempt = await limiter.take([[limits.account, String(playerId)]]);
      if (!attempt.ok) return attempt;
      const challenge = await challenges.take(response, playerId);
      if (!challenge) return refuse('reauthentication_required', 'Begin again with your password.');
      const created = await webauthn.verifyRegistration(response, challenge);
      if (!created) return refused;
      const added = await database.transaction(async (on) => {
        if (!(await sql.lockOwner.first(on, { playerId }))) return undefined;
        const row = await sql.insertPasskey.first(on, {
          playerId,
          ...created,
          name,
          maxPasskeys,
        });
        if (row) await recordSecurityNotice(on, playerId, 'passkeyAdded', caller);
        return row;
      });
      if (!added) {
        const { length } = await sql.listPasskeys.run(query, { playerId });
        return refuse('already_taken', length < maxPasskeys ? presentText : tooManyText);
      }
      auth.mails.notify(playerId, 'passkeyAdded', caller);
      return accept(
        toPasskeyInfo({
          id: added.id,
          credential_id: created.credentialId,
          name,
          created_at: added.created_at,
          last_used_at: null,
        }),
      );
    },

    async remove(playerId: bigint, id: bigint, proof: Proof, caller: Caller): Promise<Result> {
      const proven = await auth.reauthenticate(playerId, proof, caller);
      if (!proven.ok) return proven;
      const removed = await database.transaction(async (on) => {
        const row = await sql.deletePasskey.first(on, { id, playerId });
        if (row) await recordSecurityNotice(on, playerId, 'passkeyRemoved', caller);
        return row;
      });
      if (!removed) return refuse('not_found');
      auth.mails.notify(playerId, 'passkeyRemoved', caller);
      return accepted;
    },

    /** What a browser asks any passkey of the site to sign. */
    async beginSignIn({ address }: Caller): Promise<Result<object>> {
      const attempt = await limiter.take([[limits.address, addressSubject(address)]]);
      if (!attempt.ok) return attempt;
      return accept(await webauthn.authenticationOptions(await challenges.create(null)));
    },

    async signIn(response: PasskeyAnswer, caller: Caller): Promise<Result<LoginAnswer>> {
      const attempt = await limiter.take([[limits.address, addressSubject(caller.address)]]);
      if (!attempt.ok) return attempt;
      const challenge = await challenges.take(response, null);
      if (!challenge) return refused;
      const passkey = await sql.findPasskey.first(query, {
        credentialId: Buffer.from(response.id, 'base64url'),
      });
      if (!passkey) return unknown;
      const use = await webauthn.verifyAuthentication(response, challenge, passkey);
      if (use === undefined) return refused;
      const owner = { tokenHash: null, playerId: passkey.player_id, passwordHash: passkey.password_hash };
      const completed = await auth.completeChallenge(
        owner,
        caller,
        async (on) => (await sql.usePasskey.first(on, { id: passkey.id, ...use })) !== undefined,
      );
      return completed === 'spent' || completed === 'refused' ? refused : accept(completed);
    },

    async deleteExpired() {
      await sql.deleteExpiredChallenges.run(query);
    },
  };
};

export type PasskeysService = ReturnType<typeof createPasskeysService>;
