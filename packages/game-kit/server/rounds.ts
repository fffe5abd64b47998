/** What the core asks of a game for the public pages of its rounds, games, draws or spins that are over. */
import {
  roundLanguages,
  type RoundLanguage,
  type OwnStake,
  type OwnStakes,
  type RoundTexts,
} from '@fairground/contract/rounds';
import type { Database } from '@fairground/server/platform/database/database';
import type * as z from 'zod/mini';

/** A round that is over: its result is out. Nothing in it names a player. */
export interface FoundRound<Round, Proof> {
  id: string;
  endedAt: Date;
  /** Whether every bet on it is decided. Before that the sums in `round` may grow, and nobody may keep them. */
  settled: boolean;
  texts: Record<RoundLanguage, RoundTexts>;
  round: Round;
  proof: Proof;
}

interface Rounds<Round, Proof> {
  /** The game's wire id. */
  game: string;
  schema: z.ZodMiniType<Round>;
  proofSchema: z.ZodMiniType<Proof>;
  /**
   * Undefined for an id that does not exist, and for a round that is not over: nothing sealed may leave. `query` may
   * be that of a standby, which is some seconds behind.
   */
  find(id: string, query: Database['query']): Promise<FoundRound<Round, Proof> | undefined>;
  /**
   * The player's own stakes in a round that is over, as far as they are decided; see `writeStakes`.
   * `noStakes` for another round, or if the player had none.
   */
  ownStakes(id: string, playerId: bigint): Promise<OwnStakes>;
}

/** The rounds of a game as the core sees them, without the types that only the game knows. */
export interface GameRounds {
  game: string;
  schema: z.ZodMiniType;
  proofSchema: z.ZodMiniType;
  find(id: string, query: Database['query']): Promise<FoundRound<unknown, unknown> | undefined>;
  ownStakes(id: string, playerId: bigint): Promise<OwnStakes>;
}

export const defineRounds = <Round, Proof>(rounds: Rounds<Round, Proof>): GameRounds => rounds as GameRounds;

export const noStakes: OwnStakes = { entries: [], total: 0, settled: false };

/** A game or spin that is decided at once. */
export const singleStake = (entry: OwnStake): OwnStakes => ({
  entries: [entry],
  total: 1,
  settled: true,
});

/** A stake of the player in a round that is over. */
interface StakeRow {
  is_pending: boolean;
  /** How many stakes the player has in the round, and how many of them are pending. */
  total: number;
  pending: number;
}

/** `rows` are of one statement, with pending ones last, so that the counts are those of the rows. */
export const writeStakes = <Row extends StakeRow>(
  rows: readonly Row[],
  toEntry: (row: Row) => OwnStake,
): OwnStakes => {
  const [first] = rows;
  if (first === undefined) return noStakes;
  return {
    entries: rows.filter((row) => !row.is_pending).map(toEntry),
    total: first.total,
    settled: first.pending === 0,
  };
};

/** Two keys of a game's `round.json`, and the values for their places. */
export interface RoundWords<Key extends string> {
  title: Key;
  summary: Key;
  values: (language: RoundLanguage) => Values;
}

type Catalogues<Key extends string> = Readonly<Record<RoundLanguage, Readonly<Record<Key, string>>>>;
type Values = Readonly<Record<string, string | number>>;

/** Texts have places such as `{n}` and no plurals. */
const fill = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`there is no value for ${name} in: ${text}`);
    return String(value);
  });

/** The texts of a round in every language, from the game's catalogues. */
export const writeTexts = <Key extends string>(
  catalogues: Catalogues<Key>,
  { title, summary, values }: RoundWords<Key>,
): Record<RoundLanguage, RoundTexts> =>
  inEachLanguage((language) => ({
    title: fill(catalogues[language][title], values(language)),
    summary: fill(catalogues[language][summary], values(language)),
  }));

/** Sentences about a player's own stake in every language. */
export const writeLines = <Key extends string>(
  catalogues: Catalogues<Key>,
  lines: (language: RoundLanguage) => readonly (readonly [Key, Values])[],
): Record<RoundLanguage, string[]> =>
  inEachLanguage((language) =>
    lines(language).map(([key, values]) => fill(catalogues[language][key], values)),
  );

const inEachLanguage = <Value>(make: (language: RoundLanguage) => Value): Record<RoundLanguage, Value> =>
  Object.fromEntries(roundLanguages.map((language) => [language, make(language)])) as Record<
    RoundLanguage,
    Value
  >;

/** To the millisecond: 2026-11-22 12:03:04.512. */
export const writeInstant = (at: Date): string => at.toISOString().slice(0, 23).replace('T', ' ');

const locales = { en: 'en-US', es: 'es' } as const;

/** Making one takes longer than everything else of a line. */
const numberFormats = new Map<string, Intl.NumberFormat>();

const write = (value: number, language: RoundLanguage, decimals: number): string => {
  const name = `${language} ${decimals}`;
  const format =
    numberFormats.get(name) ??
    new Intl.NumberFormat(locales[language], {
      useGrouping: 'always',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  numberFormats.set(name, format);
  return format.format(value);
};

/** 3204 ms are "3.204", and "3,204" in Spanish. */
export const writeSeconds = (ms: number, language: RoundLanguage): string => write(ms / 1000, language, 3);

/** Coins as pages write them: 2480 is "2,480" in English. */
export const writeCoins = (coins: number, language: RoundLanguage): string => write(coins, language, 0);

/** 1234.5 is "1,234.50", as pages write multipliers, without their "x"; some games have one decimal. */
export const writeDecimals = (value: number, language: RoundLanguage, decimals = 2): string =>
  write(value, language, decimals);
