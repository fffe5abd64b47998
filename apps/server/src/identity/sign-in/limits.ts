/** Rate limits, per address and per account, of calls that could be used for guessing or abuse. */
import type { AttemptLimiter, AttemptRule } from '../../platform/attempt-limiter.ts';
import type { MailRule } from '../../platform/mail/mail-quota.ts';

const minute = 60_000;

/**
 * How long the link of a mail is valid. Mails to one account are counted in windows of the same length: whenever the
 * limit is reached, one with a valid link has been sent, so strangers who request them cannot lock the owner out.
 */
export const resetLinkMs = 30 * minute;

/** How long a sign-in waits for its second factor. */
export const challengeSeconds = 5 * 60;

/** The refusal where a guest's password is asked for. */
export const noPasswordText = 'A guest has no password. Keep this account first.';

/** How long a sign-in lasts at the longest. */
export const sessionSeconds = 30 * 86_400;

export interface SessionLife {
  /** At the longest. */
  seconds: number;
  /** Ends earlier where it is not used for so long; null where use does not matter. */
  idleSeconds: number | null;
}

/** A session that is not used for so long ends. Guests' do not: they cannot sign in again. */
export const accountIdleSeconds = 14 * 86_400;
export const accountSession: SessionLife = { seconds: sessionSeconds, idleSeconds: accountIdleSeconds };

/** One sign-in more ends the session that was not used for the longest time. */
export const maxSessions = 20;

export const authLimits = {
  loginAddress: { name: 'login-address', max: 30, windowMs: 5 * minute },
  loginAccount: { name: 'login-account', max: 10, windowMs: 15 * minute },
  /** Right sign-ins. Counted after the password was verified, so that only those who know it can reach this limit. */
  signInAccount: { name: 'sign-in-account', max: 60, windowMs: 60 * minute },
  registerAddress: { name: 'register-address', max: 60, windowMs: 60 * minute },
  registerAccount: { name: 'register-account', max: 10, windowMs: 60 * minute },
  forgotAddress: { name: 'forgot-address', max: 20, windowMs: 60 * minute },
  forgotAccount: { name: 'forgot-account', max: 5, windowMs: resetLinkMs },
  resetAddress: { name: 'reset-address', max: 30, windowMs: 60 * minute },
} as const satisfies Record<string, AttemptRule>;

/**
 * The link is valid for as long as no second mail is sent to the address, so an owner who gets none has a valid link.
 */
export const confirmationSeconds = 30 * 86_400;

export const mailRules = {
  confirmation: { kind: 'confirmation', max: 1, windowSeconds: confirmationSeconds },
  /** Reports to the owner what happened to their account. */
  accountNotice: { kind: 'account-notice', max: 20, windowSeconds: 86_400 },
  /** To a mailbox that an account is to have, whichever account asks. */
  newAddress: { kind: 'new-address', max: 3, windowSeconds: 86_400 },
  signInNotice: { kind: 'sign-in-notice', max: 3, windowSeconds: 86_400 },
} as const satisfies Record<string, MailRule>;

/**
 * Calls of a signed-in player that hash passwords. Each is counted, right or wrong, except that a right password
 * does not count as a guess.
 */
export const passwordLimits = {
  /** A stolen session must not become a way to guess the password. */
  confirmAccount: { name: 'confirm-password', max: 10, windowMs: 15 * minute },
  changeAccount: { name: 'change-password', max: 10, windowMs: 60 * minute },
  /** Counted apart from the guesses of a password change, which must not prevent a player from leaving. */
  closeAccount: { name: 'close-account', max: 10, windowMs: 15 * minute },
  hashAddress: { name: 'hash-address', max: 30, windowMs: 5 * minute },
} as const satisfies Record<string, AttemptRule>;

/**
 * The tries that a sign-in counts as. Guesses are counted by the spelling that was typed, name or email, and
 * whether or not there is such an account: a shared count would show which email belongs to which name.
 */
export const loginTries = (
  spelling: string,
  address: string,
  isKnownAddress: boolean,
): Parameters<AttemptLimiter['take']>[0] => [
  [authLimits.loginAddress, address],
  // From an address that the owner signs in from, the count is that address's own, out of strangers' reach.
  [authLimits.loginAccount, isKnownAddress ? `${spelling} ${address}` : spelling],
];
