/** High Striker over the wire. */
import type { InstantBet, InstantConfig, InstantRound } from '@fairground/game-kit/instant';
import type game from './game.ts';

export type Choice = (typeof game)['choice'];
export type Drawn = (typeof game)['drawn'];

export type Strike = InstantBet<Choice, Drawn>;
export type StrikerConfig = InstantConfig<Choice>;
/** A strike on its own page. */
export type StrikerRound = InstantRound<Choice, Drawn>;
