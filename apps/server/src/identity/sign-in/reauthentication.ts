/**
 * Asks an owner for their password again, or for a passkey in its place, before a call for which a stolen session must
 * not be enough.
 */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { PasskeyAnswer, Proof } from '@fairground/contract/reauthentication';
import type { Caller } from '../../http/caller.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { Database } from '../../platform/database/database.ts';
import { passwordLimits } from './limits.ts';
import { findPasswordHash } from './sql/accounts.sql.ts';

export type { Proof };

/**
 * Returns the hash of the current password; null for a guest, who has none and is asked for nothing. A wrong password
 * or passkey is refused with `wrong_credentials`, a missing one with `reauthentication_required`.
 */
export type Reauthenticate = (
  playerId: bigint,
  proof: Proof,
  caller: Caller,
  /** What wrong passwords and passkeys are counted by. */
  guesses?: AttemptRule,
) => Promise<Result<string | null>>;

/** Whether a passkey of the player has signed what it was asked to for this purpose; true once for each challenge. */
export type VerifyPasskey = (playerId: bigint, passkey: PasskeyAnswer) => Promise<boolean>;

export interface ReauthenticationDeps {
  database: Pick<Database, 'query'>;
  passwords: Passwords;
  limiter: AttemptLimiter;
  verifyPasskey: VerifyPasskey;
}

const refusedPasskey = refuse('wrong_credentials', {
  detail: 'This passkey was not accepted.',
  path: 'passkey',
});
const bothGiven = refuse('invalid_request', {
  detail: 'Give the password or a passkey, not both.',
  path: 'passkey',
});

export const createReauthentication =
  ({ database, passwords, limiter, verifyPasskey }: ReauthenticationDeps): Reauthenticate =>
  async (playerId, { password, passkey }, caller, guessRule = passwordLimits.confirmAccount) => {
    const address = addressSubject(caller.address);
    const owner = await findPasswordHash.first(database.query, { playerId });
    if (!owner) return refuse('wrong_credentials');
    if (owner.password_hash === null) return accept(null);
    if (password !== undefined && passkey !== undefined) return bothGiven;
    const proof = password ?? passkey;
    if (proof === undefined) return refuse('reauthentication_required');
    const guesses: [AttemptRule, string][] = [[guessRule, String(playerId)]];
    const attempt = await limiter.take([...guesses, [passwordLimits.hashAddress, address]]);
    if (!attempt.ok) return attempt;
    const isRight =
      typeof proof === 'string'
        ? await passwords.verify(proof, owner.password_hash, address)
        : accept(await verifyPasskey(playerId, proof));
    if (!isRight.ok) return isRight;
    if (!isRight.value) return typeof proof === 'string' ? refuse('wrong_credentials') : refusedPasskey;
    await limiter.giveBack(guesses);
    return accept(owner.password_hash);
  };
