/** What the core asks of a game for the public pages of its rounds, games, draws or spins that are over. */
import { roundLanguages, type RoundLanguage, type RoundTexts } from '@fairground/contract/rounds';
import type * as z from 'zod/mini';

/** A round that is over. Nothing in it names a player. */
export interface FoundRound<Round, Proof> {
  id: string;
  endedAt: Date;
  texts: Record<RoundLanguage, RoundTexts>;
  round: Round;
  proof: Proof;
}

interface Rounds<Round, Proof> {
  /** The game's wire id. */
  game: string;
  schema: z.ZodMiniType<Round>;
  proofSchema: z.ZodMiniType<Proof>;
  /** Undefined for an id that does not exist, and for a round that is not over: nothing sealed may leave. */
  find(id: string): Promise<FoundRound<Round, Proof> | undefined>;
}

/** The rounds of a game as the core sees them, without the types that only the game knows. */
export interface GameRounds {
  game: string;
  schema: z.ZodMiniType;
  proofSchema: z.ZodMiniType;
  find(id: string): Promise<FoundRound<unknown, unknown> | undefined>;
}

export const defineRounds = <Round, Proof>(rounds: Rounds<Round, Proof>): GameRounds => rounds;

/** Two keys of a game's `round.json`, and the values for their places. */
export interface RoundWords<Key extends string> {
  title: Key;
  summary: Key;
  values: (language: RoundLanguage) => Readonly<Record<string, string | number>>;
}

/** The texts of a round in every language, from the game's catalogues. They have places such as `{n}` and no plurals. */
export const writeTexts = <Key extends string>(
  catalogues: Readonly<Record<RoundLanguage, Readonly<Record<Key, string>>>>,
  { title, summary, values }: RoundWords<Key>,
): Record<RoundLanguage, RoundTexts> => {
  const inLanguage = (language: RoundLanguage) => {
    const known = values(language);
    const write = (key: Key): string =>
      catalogues[language][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = known[name];
        if (value === undefined) throw new Error(`${key} has no value for ${name}`);
        return String(value);
      });
    return [language, { title: write(title), summary: write(summary) }] as const;
  };
  return Object.fromEntries(roundLanguages.map(inLanguage)) as Record<RoundLanguage, RoundTexts>;
};

const locales = { en: 'en-US', es: 'es' } as const;

/** Coins as pages write them: 2480 is "2,480" in English. */
export const writeCoins = (coins: number, language: RoundLanguage): string =>
  new Intl.NumberFormat(locales[language], { useGrouping: 'always' }).format(coins);

/** 1234.5 is "1,234.50" in every language, as on pages. */
export const writeMultiplier = (multiplier: number): string =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(multiplier);
