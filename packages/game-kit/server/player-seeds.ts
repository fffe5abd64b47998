/**
 * Games that draw from a player's own seed pair. They take their nonces in their own transaction, so that a
 * game that is refused leaves no gap: `lockSeeds` first, then one statement that writes the game with
 * the fragment `advanceNonces` in it.
 */
import { createSeedsService, type SeedsService } from '@fairground/server/fairness/player-seeds/service';

export type PlayerSeeds = Pick<SeedsService, 'lockSeeds' | 'openSeed' | 'findSeeds'>;

/** Games do not rotate seeds: `playerSeeds.isInPlay` answers whether a game is in play. */
export const createPlayerSeeds = (
  deps: Omit<Parameters<typeof createSeedsService>[0], 'isGameOpen'>,
): PlayerSeeds => createSeedsService({ ...deps, isGameOpen: async () => true });
