/**
 * Second factors: an authenticator app with recovery codes. Setting one up takes the password or a passkey; whatever
 * removes or replaces one takes a code too. Each code is accepted once, by a conditional update.
 */
import type { LoginAnswer } from '@fairground/contract/auth';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { AuthenticatorSetup, SecondFactors } from '@fairground/contract/second-factors';
import type { Caller } from '../../http/caller.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import { hashToken, type Entropy } from '../../platform/entropy.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Seal, SealedRows } from '../../platform/secrets/seal.ts';
import {
  isToken,
  noPasswordText,
  recordSecurityNotice,
  type AuthService,
  type Proof,
} from '../sign-in/service.ts';
import {
  createRecoveryCode,
  createRecoveryCodes,
  hashRecoveryCode,
  normalizeRecoveryCode,
} from './recovery-codes.ts';
import * as sql from './sql/second-factors.sql.ts';
import { describeSecret, parseSecret, secretBytes, stepOf } from './totp.ts';

export { createRecoveryCode, describeSecret, parseSecret, secretBytes, stepOf };

export interface SecondFactorsService {
  list(playerId: bigint): Promise<SecondFactors>;
  /** A new secret, which counts once a code of it was given. */
  beginAuthenticator(playerId: bigint, proof: Proof, caller: Caller): Promise<Result<AuthenticatorSetup>>;
  /** Returns the recovery codes, which are shown once. */
  confirmAuthenticator(playerId: bigint, code: string, caller: Caller): Promise<Result<string[]>>;
  removeAuthenticator(playerId: bigint, proof: CodeProof, caller: Caller): Promise<Result>;
  replaceRecoveryCodes(playerId: bigint, proof: CodeProof, caller: Caller): Promise<Result<string[]>>;
  /** The second step of a sign-in, with the token of the first. */
  completeSignIn(token: string, code: string, caller: Caller): Promise<Result<LoginAnswer>>;
}

export interface CodeProof extends Proof {
  code: string;
}

const minute = 60_000;
const limits = {
  /** A million codes, three of them right at a time: five guesses take as good as no chance. */
  account: { name: 'second-factor-account', max: 5, windowMs: 15 * minute },
  address: { name: 'second-factor-address', max: 30, windowMs: 15 * minute },
} as const satisfies Record<string, AttemptRule>;

const contextOf = (playerId: bigint): string => `authenticator|${playerId}`;

export const authenticatorSealedRows: SealedRows = {
  table: 'authenticator',
  context: `'authenticator|' || player_id`,
};

const wrongCodeText = 'This code is wrong, or it has been used before.';
const wrongCode = refuse('wrong_credentials', { detail: wrongCodeText, path: 'code' });

/** Uses the code up within the transaction; false where it is not right any more. */
type UseCode = (query: Database['query']) => Promise<boolean>;

export const createSecondFactorsService = (deps: {
  database: Database;
  entropy: Entropy;
  seal: Seal;
  limiter: AttemptLimiter;
  auth: Pick<
    AuthService,
    'reauthenticate' | 'mails' | 'findChallenge' | 'completeChallenge' | 'findUsername'
  >;
  /** Milliseconds since 1970. */
  now: () => number;
}): SecondFactorsService => {
  const { database, entropy, seal, limiter, auth } = deps;
  const { query } = database;

  const triesOf = (playerId: bigint, { address }: Caller): [AttemptRule, string][] => [
    [limits.account, String(playerId)],
    [limits.address, addressSubject(address)],
  ];

  /** What uses this code up; undefined where it is wrong. */
  const judgeCode = async (playerId: bigint, entered: string): Promise<UseCode | undefined> => {
    const recovery = normalizeRecoveryCode(entered);
    if (recovery !== null) {
      const codeHash = hashRecoveryCode(recovery);
      return async (on) => (await sql.useRecoveryCode.first(on, { playerId, codeHash })) !== undefined;
    }
    const found = await sql.findAuthenticator.first(query, { playerId });
    if (found?.is_confirmed !== true) return undefined;
    const step = stepOf(
      seal.open(found.sealed, contextOf(playerId)),
      entered.replaceAll(/\s/g, ''),
      deps.now(),
    );
    if (step === null) return undefined;
    return async (on) => (await sql.useStep.first(on, { playerId, step })) !== undefined;
  };

  /** The password or a passkey, and a code, and then `work` in the transaction that uses the code up. */
  const withCode = async <Value>(
    playerId: bigint,
    { code, ...proof }: CodeProof,
    caller: Caller,
    work: (on: Database['query']) => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    const proven = await auth.reauthenticate(playerId, proof, caller);
    if (!proven.ok) return proven;
    const tries = triesOf(playerId, caller);
    const attempt = await limiter.take(tries);
    if (!attempt.ok) return attempt;
    const useCode = await judgeCode(playerId, code);
    if (!useCode) return wrongCode;
    const result = await database.transaction<Result<Value>>(async (on) =>
      (await useCode(on)) ? work(on) : wrongCode,
    );
    if (result.ok) await limiter.giveBack(tries);
    return result;
  };

  const writeRecoveryCodes = async (on: Database['query'], playerId: bigint): Promise<string[]> => {
    const codes = createRecoveryCodes(entropy);
    await sql.deleteRecoveryCodes.run(on, { playerId });
    await sql.insertRecoveryCodes.run(on, { playerId, codeHashes: codes.map(hashRecoveryCode) });
    return codes;
  };

  return {
    async list(playerId) {
      const row = await sql.readSecondFactors.first(query, { playerId });
      return {
        authenticator: row?.authenticator_at ? { createdAt: row.authenticator_at.toISOString() } : null,
        recoveryCodesLeft: row?.recovery_codes_left ?? 0,
      };
    },

    async beginAuthenticator(playerId, proof, caller) {
      const proven = await auth.reauthenticate(playerId, proof, caller);
      if (!proven.ok) return proven;
      if (proven.value === null) return refuse('reauthentication_required', noPasswordText);
      const username = await auth.findUsername(playerId);
      if (username === undefined) return refuse('not_signed_in');
      const secret = entropy.randomBytes(secretBytes);
      const sealed = seal.close(secret, contextOf(playerId));
      if (!(await sql.beginAuthenticator.first(query, { playerId, sealed }))) {
        return refuse('already_taken', 'An authenticator app is set up already. Remove it first.');
      }
      return accept(describeSecret(secret, username));
    },

    async confirmAuthenticator(playerId, code, caller) {
      const tries = triesOf(playerId, caller);
      const attempt = await limiter.take(tries);
      if (!attempt.ok) return attempt;
      const found = await sql.findAuthenticator.first(query, { playerId });
      if (!found || found.is_confirmed || found.is_abandoned) {
        return refuse('reauthentication_required', 'Begin again with your password.');
      }
      const { sealed } = found;
      const secret = seal.open(sealed, contextOf(playerId));
      const step = stepOf(secret, code.replaceAll(/\s/g, ''), deps.now());
      if (step === null) return wrongCode;
      const codes = await database.transaction(async (on) => {
        if (!(await sql.confirmAuthenticator.first(on, { playerId, step, sealed }))) return undefined;
        await recordSecurityNotice(on, playerId, 'secondFactorAdded', caller);
        return writeRecoveryCodes(on, playerId);
      });
      if (!codes) return wrongCode;
      await limiter.giveBack(tries);
      auth.mails.notify(playerId, 'secondFactorAdded', caller);
      return accept(codes);
    },

    async removeAuthenticator(playerId, proof, caller) {
      const removed = await withCode(playerId, proof, caller, async (on) => {
        if (!(await sql.deleteAuthenticator.first(on, { playerId }))) return refuse('not_found');
        await sql.deleteRecoveryCodes.run(on, { playerId });
        await recordSecurityNotice(on, playerId, 'secondFactorRemoved', caller);
        return accepted;
      });
      if (removed.ok) auth.mails.notify(playerId, 'secondFactorRemoved', caller);
      return removed;
    },

    async replaceRecoveryCodes(playerId, proof, caller) {
      const replaced = await withCode(playerId, proof, caller, async (on) => {
        await recordSecurityNotice(on, playerId, 'recoveryCodesReplaced', caller);
        return accept(await writeRecoveryCodes(on, playerId));
      });
      if (replaced.ok) auth.mails.notify(playerId, 'recoveryCodesReplaced', caller);
      return replaced;
    },

    async completeSignIn(token, code, caller) {
      const spent = refuse('reauthentication_required', 'This sign-in took too long. Begin again.');
      const attempt = await limiter.take([[limits.address, addressSubject(caller.address)]]);
      if (!attempt.ok) return attempt;
      if (!isToken(token)) return spent;
      const challenge = await auth.findChallenge(hashToken(token));
      if (!challenge) return spent;
      const tries: [AttemptRule, string][] = [[limits.account, String(challenge.playerId)]];
      const guess = await limiter.take(tries);
      if (!guess.ok) return guess;
      const useCode = await judgeCode(challenge.playerId, code);
      if (!useCode) return wrongCode;
      const isRecovery = normalizeRecoveryCode(code) !== null;
      const completed = await auth.completeChallenge(challenge, caller, async (on) => {
        if (!(await useCode(on))) return false;
        if (isRecovery) await recordSecurityNotice(on, challenge.playerId, 'recoveryCodeUsed', caller);
        return true;
      });
      if (completed === 'spent') return spent;
      if (completed === 'refused') return wrongCode;
      await limiter.giveBack([...tries, [limits.address, addressSubject(caller.address)]]);
      if (isRecovery) auth.mails.notify(challenge.playerId, 'recoveryCodeUsed', caller);
      return accept(completed);
    },
  };
};
