/**
 * Which passwords a player may choose: 8 to 128 characters, not one of the common passwords, and not one that a program
 * guesses soon.
 * Characters are code points after NFKC, and nothing is ever cut off.
 */
import { refuse, type PasswordReason, type Refusal } from '@fairground/contract/errors';

export type PasswordFault = PasswordReason;

const minCharacters = 8;
const maxCharacters = 128;

/** The one spelling of a password, so that each keyboard's way of writing it is the same. */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

/** Null where the password may be used. `own` are the player's name and address, which are no secret. */
export const passwordFault = async (
  password: string,
  own: readonly string[] = [],
): Promise<PasswordFault | null> => {
  const normal = normalizePassword(password);
  const characters = Array.from(normal);
  if (characters.length < minCharacters) return 'too_short';
  if (characters.length > maxCharacters) return 'too_long';
  const lower = normal.toLowerCase();
  // The lists are megabytes and dozens of modules, which no start needs.
  const { findWeakness, isCommon } = await import('./password-strength.ts');
  if (isCommon(lower) || new Set(characters).size === 1 || isRun(characters)) return 'too_common';
  if (own.some((word) => word.toLowerCase() === lower)) return 'own_word';
  return findWeakness(normal, own);
};

/** The refusal of a password, which says why, at its field `path`. */
export const refusePassword = (reason: PasswordFault, path: string): Refusal =>
  refuse('invalid_request', { detail: passwordFaultText[reason], path, reason });

const passwordFaultText: Record<PasswordFault, string> = {
  too_short: 'Password must be at least 8 characters',
  too_long: 'Password must be at most 128 characters',
  too_common: 'This password is one of the first that others would try. Please choose another.',
  own_word:
    'This password is built on your name, your address or the name of this site, which others try ' +
    'first. Please choose another.',
  keyboard_walk: 'Keys next to each other are among the first that others would try. Please choose another.',
  pattern:
    'Programs guess this within a million tries: a known word with a number, a year or swapped ' +
    'letters. Several words that do not belong together are better.',
};

/** 12345678, abcdefgh and their way back. */
const isRun = (characters: readonly string[]): boolean => {
  const steps = characters.slice(1).map((character, at) => codeOf(character) - codeOf(characters[at] ?? ''));
  return Math.abs(steps[0] ?? 0) === 1 && steps.every((step) => step === steps[0]);
};

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;
