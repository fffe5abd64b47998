/**
 * What a single page of the site shows of a game. Each part is the default export of a file with a fixed name in
 * the game's `web` folder; the page collects them, so that they are loaded with it and not before.
 */
import type { ComponentType } from 'react';
import type { ProofVerdict } from '@fairground/fairness/proof';
import type { OwnStake } from '@fairground/contract/rounds';
import type { User } from '@fairground/contract/user';
import type { Format } from '@fairground/site-kit/format/format.ts';
import type { GameMessageKey, MessageKey } from '@fairground/site-kit/i18n/i18n.ts';

/** Figures of a game for the texts of the site, by the name that a text gives them. */
export type Figures = Record<string, string | number>;

/**
 * A part that reads the game's share of GET /games/config is handed it with this type, and
 * checked where it is written.
 */
type OfGame<Part> = Part & { readonly erased?: true };

interface CardPart<Config> {
  /** Fills a frame of 288 by 132. */
  Picture: ComponentType;
  /** Average return in basis points: of the game, or of each kind of bet. */
  returnsBp: (config: Config) => readonly number[];
  /** Replaces the usual sentence, with `{coins}`. */
  returnText?: GameMessageKey;
}

/** `card.tsx`: the picture and the return on the game's card. */
export type GameCardPart = OfGame<CardPart<never>>;
export const defineGameCard = <Config>(part: CardPart<Config>): GameCardPart => part as CardPart<never>;

interface StallPart<Shows> {
  /** What happens, over the card's picture: decoration, which is not loaded for those who want less motion. */
  loadPicture?: () => Promise<ComponentType<{ shows: Shows }>>;
  /** The last result; undefined while there is none. */
  last: (shows: Shows, format: Format) => string | undefined;
}

/** `stall.tsx`: what happens in the game now, where games are chosen. `Shows` is what the server's `stall` returns. */
export type GameStallPart = OfGame<StallPart<never>>;
export const defineGameStall = <Shows>(part: StallPart<Shows>): GameStallPart => part as StallPart<never>;

interface FactsPart<Config> {
  /** For the guide and About Us. */
  figures: (config: Config, format: Format) => Figures;
  /** The share of the configuration that prerendered pages need; all of it where absent. */
  cut?: (config: Config) => Config;
}

/** `facts.ts`: the figures in the texts of the guide and of About Us. */
export type GameFactsPart = OfGame<FactsPart<never>>;
export const defineGameFacts = <Config>(part: FactsPart<Config>): GameFactsPart =>
  part as unknown as FactsPart<never>;

export interface ConfigTableProps<Config> {
  /** Undefined while it is loaded; the table reserves its place. */
  config: Config | undefined;
}

interface GuidePart<Key, Config> {
  lead: Key;
  steps: readonly Key[];
  notes: readonly Key[];
  Table?: ComponentType<ConfigTableProps<Config>>;
}

/** `guide.ts`: the game's guide on /how-to-play. `Catalogue` is the type of the part `guide` of its texts. */
export type GameGuidePart = OfGame<GuidePart<GameMessageKey, never>>;
export const defineGameGuide = <Catalogue, Config = object>(
  part: GuidePart<keyof Catalogue & string, Config>,
): GameGuidePart => part as GuidePart<string, Config> as unknown as GameGuidePart;

interface AboutPart<Key, Config> {
  /** Among the sections about games, or among the rewards. */
  place: number;
  as: 'section' | 'reward';
  title: Key;
  text: Key;
  Table?: ComponentType<ConfigTableProps<Config>>;
}

/** `about.ts`: the game on About Us. `Catalogue` is the type of the part `about` of its texts. */
export type GameAboutPart = OfGame<AboutPart<GameMessageKey, never>>;
export const defineGameAbout = <Catalogue, Config>(
  part: AboutPart<keyof Catalogue & string, Config>,
): GameAboutPart => part as AboutPart<string, Config> as unknown as GameAboutPart;

export interface FaqCategory {
  /** Among the twelve of docs/product.md 14.1; categories without a place follow as games are listed. */
  place?: number;
  /** `faq.ID` is its name, `faq.ID.QUESTION.q` and `.a` its questions. */
  id: string;
  questions: readonly string[];
}

interface FaqPart<Config> {
  categories?: readonly FaqCategory[];
  /** Questions in categories of the site, each after another one. */
  questions?: readonly { category: string; after: string; id: string }[];
  figures: (config: Config, format: Format) => Record<string, string>;
}

/** `faq.ts`: the game's questions, with their texts in the part `faq`. */
export type GameFaqPart = OfGame<FaqPart<never>>;
export const defineGameFaq = <Config>(part: FaqPart<Config>): GameFaqPart => part as FaqPart<never>;

/** What the proof of every game has, besides its own fields. */
export interface ProofBase {
  game: string;
  id: string;
  commitment: string;
  /** Null until it is revealed. */
  seed: string | null;
  /** Set for a round that is void. */
  voidReason?: string | undefined;
}

/** The link of a seed to its chain, where the game's seeds form one. */
export interface ChainLink {
  round: number;
  terminalHash: string;
}

/**
 * Who added to the result what the site cannot choose. `site`: nobody, so it could have tried many values
 * before it published one. `bettors`: they did, with their bets. `beacon`: a public beacon, after betting had
 * closed. `outside`: the player.
 */
export type ProofLevel = 'site' | 'bettors' | 'beacon' | 'outside';

interface ProofPart<Proof extends ProofBase> {
  schema: { safeParse(input: unknown): { success: true; data: Proof } | { success: false } };
  verify: (proof: Proof) => ProofVerdict;
  /** The sentence that names what the proof is of, with `{id}`. */
  meaning: string;
  /** The sentence that names when the seed is revealed. */
  sealed: MessageKey;
  level: (proof: Proof) => ProofLevel;
  chain?: (proof: Proof) => ChainLink;
}

/** `proof.ts`: how a result of the game is checked. `Catalogue` is the type of the part `shell` of its texts. */
export type GameProofPart = OfGame<Omit<ProofPart<never>, 'schema' | 'meaning'>> & {
  schema: ProofPart<ProofBase>['schema'];
  meaning: GameMessageKey;
};
export const defineGameProof = <Catalogue, Proof extends ProofBase>(
  part: ProofPart<Proof> & { meaning: keyof Catalogue & string },
): GameProofPart => part as unknown as GameProofPart;

/** `header.tsx`: a game that can be opened from the header and the menus. */
export interface GameHeaderPart {
  /** In the header; renders nothing while there is nothing to open. */
  Button: ComponentType<{ user: User }>;
  /** Next to the title of the dialog in menus. */
  Icon: ComponentType<{ size: number }>;
}

/** Classes for elements of an ad that move. `quick` speeds up what turns inside the element. */
export type AdMotion = Readonly<Partial<Record<'quick' | 'climb' | 'bob' | 'twinkle', string>>>;

/**
 * `ad.tsx`: the picture of the site's own ad for the game, 400 by 300. Its texts are `ads.poster.FOLDER` and `…Text`.
 */
export interface GameAdPart {
  ground: string;
  ring: string;
  Scene: ComponentType<{ motion: AdMotion }>;
}

export interface RoundReplayProps<Round> {
  round: Round;
  /** The player's own stakes in it, once they are loaded; none for visitors. */
  ownStakes?: readonly OwnStake[] | undefined;
}

interface RoundPart<Round> {
  schema: { safeParse(input: unknown): { success: true; data: Round } | { success: false } };
  /** The round in the game's own scene, with a scrub bar: see `@fairground/game-kit/web/replay`. */
  Replay: ComponentType<RoundReplayProps<Round>>;
  /** Figures of the round, as the rows of a `dl`. */
  Facts: ComponentType<{ round: Round }>;
}

/** `round.tsx`: a round that is over, on its own page. */
export type GameRoundPart = OfGame<Omit<RoundPart<never>, 'schema'>> & {
  schema: RoundPart<unknown>['schema'];
};
export const defineGameRound = <Round>(part: RoundPart<Round>): GameRoundPart =>
  part as unknown as GameRoundPart;

/** `profile.tsx`: what a player's page shows of the game. */
export interface GameProfilePart {
  Section: ComponentType<{ userId: string; wide?: boolean }>;
}

/**
 * `achievements.tsx`: what the badges of the game show, by the ids of its achievements: SVG around the middle, within a
 * radius of 30. Names and texts are `badge.ID` and `badge.ID.text` in the part `badges` of the texts.
 */
export type GameBadges = Readonly<Record<string, ComponentType>>;
