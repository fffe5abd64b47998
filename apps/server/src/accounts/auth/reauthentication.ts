/** Asks an owner for their password again, before a call for which a stolen session must not be enough. */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { Caller } from '../../http/caller.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { passwordLimits } from './limits.ts';
import { findPasswordHash } from './sql/accounts.sql.ts';

/** What the owner gave. */
export interface Proof {
  password: string | undefined;
}

/**
 * Gives the hash that the password was compared with; null for a guest, who has none and is asked for none. A wrong
 * password is refused with `wrong_credentials`, a missing one with `reauthentication_required`.
 */
export type Reauthenticate = (
  playerId: bigint,
  proof: Proof,
  caller: Caller,
  /** What wrong passwords are counted by. */
  guesses?: AttemptRule,
) => Promise<Result<string | null>>;

export interface ReauthenticationDeps {
  database: Pick<Database, 'query'>;
  passwords: Passwords;
  limiter: AttemptLimiter;
}

export const createReauthentication =
  ({ database, passwords, limiter }: ReauthenticationDeps): Reauthenticate =>
  async (playerId, { password }, caller, guessRule = passwordLimits.confirmAccount) => {
    const address = addressSubject(caller.address);
    const owner = await findPasswordHash.first(database.query, { playerId });
    if (!owner) return refuse('wrong_credentials');
    if (owner.password_hash === null) return accept(null);
    if (password === undefined) return refuse('reauthentication_required');
    const guesses: [AttemptRule, string][] = [[guessRule, String(playerId)]];
    const attempt = await limiter.take([...guesses, [passwordLimits.hashAddress, address]]);
    if (!attempt.ok) return attempt;
    const isRight = await passwords.verify(password, owner.password_hash, address);
    if (!isRight.ok) return isRight;
    if (!isRight.value) return refuse('wrong_credentials');
    await limiter.giveBack(guesses);
    return accept(owner.password_hash);
  };
