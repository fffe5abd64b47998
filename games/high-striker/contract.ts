/** High Striker over the wire: a strike, the history, figures, proofs. */
import type { User } from '@fairground/contract/user';
import type { InstantBet, InstantConfig, InstantRound } from '@fairground/game-kit/instant';
import game from './game.ts';

type Choice = typeof game.choice;
type Drawn = typeof game.drawn;

export type Strike = InstantBet<Choice, Drawn>;
export type StrikeAnswer = { user: User; game: Strike };
export type StrikerConfig = InstantConfig<Choice>;
/** A strike on its own page. */
export type StrikerRound = InstantRound<Choice, Drawn>;

export const {
  betSchema: strikeSchema,
  bodySchema: strikeBody,
  answerSchema: strikeAnswer,
  historySchema: strikeHistory,
  configSchema,
} = game;
