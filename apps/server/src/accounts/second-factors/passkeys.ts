/**
 * Passkeys: a sign-in without password and code, by a device that has checked its owner itself. Adding one takes the
 * password; every challenge is answered once.
 */
import type { LoginAnswer } from '@fairground/contract/auth';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { PasskeyAnswer, PasskeyInfo } from '@fairground/contract/passkeys';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Caller } from '../../http/caller.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Entropy } from '../../platform/entropy.ts';
import type { Log } from '../../platform/logger.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { noPasswordText, recordSecurityNotice, type AuthService } from '../auth/service.ts';
import * as sql from './sql/passkeys.sql.ts';

export interface PasskeysService {
  list(playerId: bigint): Promise<PasskeyInfo[]>;
  /** What a browser creates a passkey with. */
  beginAdding(playerId: bigint, password: string, caller: Caller): Promise<Result<object>>;
  add(
    playerId: bigint,
    given: { name: string; response: PasskeyAnswer },
    caller: Caller,
  ): Promise<Result<PasskeyInfo>>;
  remove(playerId: bigint, id: bigint, password: string, caller: Caller): Promise<Result>;
  /** What a browser asks any passkey of the site to sign. */
  beginSignIn(caller: Caller): Promise<Result<object>>;
  signIn(response: PasskeyAnswer, caller: Caller): Promise<Result<LoginAnswer>>;
  deleteExpired(): Promise<void>;
}

export interface PasskeysDeps {
  database: Database;
  entropy: Entropy;
  limiter: AttemptLimiter;
  log: Pick<Log, 'debug'>;
  auth: Pick<AuthService, 'reauthenticate' | 'mails' | 'completeChallenge' | 'findUsername'>;
  /** The public address without a final slash. */
  siteUrl: () => string;
  /** Origins whose pages may use passkeys. */
  allowedOrigins: () => ReadonlySet<string>;
}

const minute = 60_000;
const challengeSeconds = 5 * 60;
const challengeBytes = 32;
const maxPasskeys = 10;
const limits = {
  address: { name: 'passkey-address', max: 60, windowMs: 15 * minute },
  account: { name: 'passkey-account', max: 30, windowMs: 60 * minute },
} as const satisfies Record<string, AttemptRule>;

const refused = refuse('wrong_credentials', 'This passkey was not accepted.');

export const createPasskeysService = (deps: PasskeysDeps): PasskeysService => {
  const { database, entropy, limiter, auth } = deps;
  const { query } = database;
  const rpID = (): string => new URL(deps.siteUrl()).hostname;

  const createChallenge = async (playerId: bigint | null): Promise<Uint8Array<ArrayBuffer>> => {
    const challenge = Uint8Array.from(entropy.randomBytes(challengeBytes));
    await sql.insertChallenge.run(query, {
      challenge: Buffer.from(challenge),
      playerId,
      lastsSeconds: challengeSeconds,
    });
    return challenge;
  };

  /** Uses the challenge up that the answer claims to be of; the signature shows later whether it is. */
  const takeChallenge = async (
    response: PasskeyAnswer,
    playerId: bigint | null,
  ): Promise<string | undefined> => {
    const claimed = readChallenge(response);
    if (claimed === undefined) return undefined;
    const challenge = Buffer.from(claimed, 'base64url');
    return (await sql.takeChallenge.first(query, { challenge, playerId })) && claimed;
  };

  /** Undefined where the answer is not right: the library throws at whatever it cannot accept. */
  const verified = async <Value>(verify: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await verify();
    } catch (error) {
      deps.log.debug({ err: error }, 'a passkey was not accepted');
      return undefined;
    }
  };

  return {
    async list(playerId) {
      return (await sql.listPasskeys.run(query, { playerId })).map(toInfo);
    },

    async beginAdding(playerId, password, caller) {
      const proven = await auth.reauthenticate(playerId, { password }, caller);
      if (!proven.ok) return proven;
      if (proven.value === null) return refuse('reauthentication_required', noPasswordText);
      const username = await auth.findUsername(playerId);
      if (username === undefined) return refuse('not_signed_in');
      const present = await sql.listPasskeys.run(query, { playerId });
      return accept(
        await generateRegistrationOptions({
          rpName: 'Fairground',
          rpID: rpID(),
          userName: username,
          userID: Uint8Array.from(Buffer.from(String(playerId))),
          challenge: await createChallenge(playerId),
          excludeCredentials: present.map((row) => ({ id: row.credential_id.toString('base64url') })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        }),
      );
    },

    async add(playerId, { name, response }, caller) {
      const attempt = await limiter.take([[limits.account, String(playerId)]]);
      if (!attempt.ok) return attempt;
      const expectedChallenge = await takeChallenge(response, playerId);
      if (expectedChallenge === undefined) {
        return refuse('reauthentication_required', 'Begin again with your password.');
      }
      const registration = await verified(() =>
        verifyRegistrationResponse({
          response: response as never,
          expectedChallenge,
          expectedOrigin: [...deps.allowedOrigins()],
          expectedRPID: rpID(),
          requireUserVerification: true,
        }),
      );
      if (registration?.verified !== true) return refused;
      const { credential } = registration.registrationInfo;
      const added = await database.transaction(async (on) => {
        const row = await sql.insertPasskey.first(on, {
          playerId,
          credentialId: Buffer.from(credential.id, 'base64url'),
          publicKey: Buffer.from(credential.publicKey),
          signCount: BigInt(credential.counter),
          transports: credential.transports ?? [],
          name,
          maxPasskeys,
        });
        if (row) await recordSecurityNotice(on, playerId, 'passkeyAdded', caller);
        return row;
      });
      if (!added)
        return refuse('already_taken', `You have ${maxPasskeys} passkeys already. Remove one first.`);
      auth.mails.notify(playerId, 'passkeyAdded', caller);
      return accept(toInfo({ id: added.id, name, created_at: added.created_at, last_used_at: null }));
    },

    async remove(playerId, id, password, caller) {
      const proven = await auth.reauthenticate(playerId, { password }, caller);
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

    async beginSignIn({ address }) {
      const attempt = await limiter.take([[limits.address, addressSubject(address)]]);
      if (!attempt.ok) return attempt;
      return accept(
        await generateAuthenticationOptions({
          rpID: rpID(),
          challenge: await createChallenge(null),
          userVerification: 'required',
        }),
      );
    },

    async signIn(response, caller) {
      const attempt = await limiter.take([[limits.address, addressSubject(caller.address)]]);
      if (!attempt.ok) return attempt;
      const expectedChallenge = await takeChallenge(response, null);
      if (expectedChallenge === undefined) return refused;
      const passkey = await sql.findPasskey.first(query, {
        credentialId: Buffer.from(response.id, 'base64url'),
      });
      if (!passkey) return refused;
      const authentication = await verified(() =>
        verifyAuthenticationResponse({
          response: response as never,
          expectedChallenge,
          expectedOrigin: [...deps.allowedOrigins()],
          expectedRPID: rpID(),
          requireUserVerification: true,
          credential: {
            id: response.id,
            publicKey: Uint8Array.from(passkey.public_key),
            counter: Number(passkey.sign_count),
          },
        }),
      );
      if (authentication?.verified !== true) return refused;
      const signCount = BigInt(authentication.authenticationInfo.newCounter);
      const owner = { tokenHash: null, playerId: passkey.player_id, passwordHash: passkey.password_hash };
      const completed = await auth.completeChallenge(
        owner,
        caller,
        async (on) => (await sql.usePasskey.first(on, { id: passkey.id, signCount })) !== undefined,
      );
      return completed === 'spent' || completed === 'refused' ? refused : accept(completed);
    },

    async deleteExpired() {
      await sql.deleteExpiredChallenges.run(query);
    },
  };
};

const toInfo = (
  row: Pick<sql.ListPasskeysRow, 'id' | 'name' | 'created_at' | 'last_used_at'>,
): PasskeyInfo => ({
  id: String(row.id),
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** The challenge in what the browser says that was signed, in base64url. */
const readChallenge = ({ response }: PasskeyAnswer): string | undefined => {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    const challenge =
      typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : undefined;
    return typeof challenge === 'string' && /^[A-Za-z0-9_-]{43}$/.test(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
};
