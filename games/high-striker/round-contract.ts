/** A strike, as its page shows it. It is a player's own, so it says neither whose it is nor what was staked. */
import type { InstantRound } from '@fairground/game-kit/instant';
import game from './game.ts';

export type StrikerRound = InstantRound<typeof game.choice, typeof game.drawn>;

export const strikerRoundSchema = game.roundSchema;
