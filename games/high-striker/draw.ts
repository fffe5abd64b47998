/** striker/v1: how high the puck flies, from the player's seed pair and nonce. */
import { drawValues } from '@fairground/game-kit/instant';
import { drawBet, type BetSeeds } from '@fairground/game-kit/instant/proof';
import game from './game.ts';

export const strikerAlgorithm = game.algorithm;

export const heightHundredths = (seeds: BetSeeds): number => drawBet(game, seeds).height;

/** The height of one of the 2^52 equally likely values of r. */
export const heightHundredthsAt = (r: bigint): number => game.draw(r).height;

/** How many of the 2^52 values of r let the puck reach a target, counted and not estimated. */
export const valuesReaching = (targetHundredths: number): bigint => game.ways({ target: targetHundredths });

export const valuesInAll = drawValues;
