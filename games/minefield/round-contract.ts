/**
 * A game that is over, as its page shows it. It is a player's own, so it says neither whose it is nor what was staked.
 */
import * as z from 'zod/mini';
import { multiplier } from '@fairground/contract/primitives';
import { difficultySchema } from './contract.ts';

const count = z.number().check(z.int(), z.gte(0), z.lte(1_000));

export const minefieldRoundSchema = z.object({
  /** A void game was ended by the site; its stake was refunded. */
  status: z.enum(['Lost', 'CashedOut', 'Void']),
  difficulty: difficultySchema,
  tiles: count,
  columns: count,
  /** Tile ids with gems that were revealed, in the order of play. */
  gems: z.array(count),
  /** The mine that ended the game; null where it was cashed out or forfeited. */
  hit: z.nullable(count),
  /** All mines, as their proof lists them. */
  mines: z.array(count),
  /** What the gems had brought it to. */
  multiplier,
});

export type MinefieldRound = z.infer<typeof minefieldRoundSchema>;
