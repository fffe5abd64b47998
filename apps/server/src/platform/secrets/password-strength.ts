/**
 * Estimates how soon a program would guess a password: by lists of known passwords and words with their usual
 * variations, keyboards, dates, repetitions, and what is known of the site and the player.
 */
import { gameFolders } from '@fairground/games';
import { ZxcvbnFactory, type MatchExtended } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

export type PasswordWeakness = 'own_word' | 'keyboard_walk' | 'pattern';

/** Below it, a program needs fewer than a million guesses. */
const minScore = 2;

/** More cannot make a password weaker, and estimating takes time with the square of the length. */
const maxEstimated = 64;

/** Words of the site and its games in both languages, and those of the second one that begin many passwords. */
const siteWords = gameFolders
  .map((folder) => folder.replaceAll('-', ''))
  .concat(
    'fairground feria ferris carnival carousel carrusel coins monedas fortune fortuna loteria'.split(' '),
    'aviador ruleta suerte jugador ganador'.split(' '),
  );
const spanishWords = (
  'verano invierno primavera otono otoño lunes martes miercoles jueves viernes sabado ' +
  'domingo enero febrero marzo abril mayo junio julio agosto ' +
  'septiembre octubre noviembre diciembre navidad contrasena contraseña hola amor teamo'
).split(' ');

/** Passwords from published leaks, in lower case. */
const common = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));

/** `lower` is in lower case. */
export const isCommon = (lower: string): boolean => common.has(lower);

let estimator: ZxcvbnFactory | undefined;

/** Built with the first use: the lists take a moment to be indexed. */
const loadEstimator = (): ZxcvbnFactory =>
  (estimator ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, spanish: spanishWords },
    graphs: adjacencyGraphs,
    maxLength: maxEstimated,
  }));

/** `own` are the player's name and address. Null where the password is hard enough to guess. */
export const findWeakness = (password: string, own: readonly string[]): PasswordWeakness | null => {
  const words = [...siteWords, ...own, ...own.flatMap((word) => word.split(/[@._-]/))].filter(
    (word) => word.length >= 3,
  );
  const estimated = password.slice(0, maxEstimated);
  // The estimator takes a year that is followed by a sign for random characters; people add the sign last.
  const core = estimated.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  for (const text of new Set([estimated, core])) {
    if (text === '') continue;
    const { score, sequence } = loadEstimator().check(text, words);
    if (score < minScore) return weaknessOf(sequence);
  }
  return null;
};

const weaknessOf = (sequence: readonly MatchExtended[]): PasswordWeakness => {
  if (sequence.some((match) => 'dictionaryName' in match && match.dictionaryName === 'userInputs')) {
    return 'own_word';
  }
  return sequence.some(({ pattern }) => pattern === 'spatial') ? 'keyboard_walk' : 'pattern';
};
