/** What the calls of a game are built with: stakes, their seals and proofs, histories. */
export { toProofBeacon, type BeaconColumns } from './beacon.ts';
export { findLogPlace, isPublishedBefore } from '@fairground/server/fairness/log/published';
export { blockLeaves, blockRoot, pathOf, rootOfBlocks } from './merkle-tree.ts';
export {
  createSeedPlacement,
  createStakePlacement,
  type DueStake,
  type SeededRow,
  type StakeRow,
} from './place-stakes.ts';
export { createPlayerSeeds, type PlayerSeeds } from './player-seeds.ts';
export { addHistoryRoute, addInclusionRoute, addProofRoute, type GameRoutes } from './routes.ts';
export {
  createInclusions,
  sealBets,
  type BetInclusion,
  type BetSeal,
  type SealedBet,
} from './sealed-bets.ts';
