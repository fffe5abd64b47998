/**
 * What a game contributes to the strategy lab: the default export of `lab.ts` in its `web`
 * folder. No part of it draws.
 */
import type { GameMessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import type { AutoPlayLimits } from '../auto-play/plan.ts';
import type { LabRandom } from './random.ts';

/** How a player bets in every round, by the names of the fields; numbers are as the page shows them. */
export type LabChoice = Readonly<Record<string, string>>;

/** A choice that a player makes with each bet. `name` is also its name in the address. */
export type LabField<Key> =
  | {
      kind: 'options';
      name: string;
      label: Key;
      options: readonly { value: string; label: Key }[];
      initial: string;
    }
  | {
      kind: 'number';
      name: string;
      label: Key;
      min: number;
      max: number;
      /** Digits after the point. */
      decimals: 0 | 2;
      initial: string;
    };

/** A game with its bet chosen. */
export interface LabGame {
  /** How likely each outcome of a round is, exactly; together 1. */
  chances: readonly number[];
  /** What a stake is paid in an outcome, by the rules of the game. */
  payout(stakeCoins: number, outcome: number): number;
  /** Plays a round: the index of its outcome. */
  playOnce(random: LabRandom): number;
}

interface LabPart<Key, Config> {
  stakes: (config: Config) => AutoPlayLimits & { initial: number };
  /** In the order of the form; the limits of a field may depend on those before it. */
  fields: (config: Config, choice: LabChoice) => readonly LabField<Key>[];
  /** A bet that the lab offers with one press. */
  preset?: { label: Key; choice: LabChoice };
  /** How many rounds one player can play in an hour, and the sentence on where the figure comes from. */
  roundsPerHour: (config: Config) => number;
  pace: Key;
  /** `choice` has a valid value for each field. */
  game: (config: Config, choice: LabChoice) => LabGame;
}

export type GameLabPart = LabPart<GameMessageKey, never>;

/** `Catalogue` is the type of the part `lab` of the game's texts. */
export const defineGameLab = <Catalogue, Config>(
  part: LabPart<keyof Catalogue & string, Config>,
): GameLabPart => part as LabPart<string, Config> as unknown as GameLabPart;

/** A bet that wins or loses, with the chance of winning as exact integers: `ways` of `of`, which has up to 52 bits. */
export function twoOutcomes(
  { ways, of }: { ways: number; of: number },
  bet: { wins: (random: LabRandom) => boolean; payout: (stakeCoins: number) => number },
): LabGame {
  return {
    chances: [(of - ways) / of, ways / of],
    payout: (stakeCoins, outcome) => (outcome === 1 ? bet.payout(stakeCoins) : 0),
    playOnce: (random) => (bet.wins(random) ? 1 : 0),
  };
}
