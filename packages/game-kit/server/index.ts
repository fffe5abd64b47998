/** What the server part of a game is built with. */
export type { Handler as LiveHandler } from '@fairground/server/realtime/types';
export { defineBusEvent } from '@fairground/server/platform/messaging/bus-event';
export type { SeedChainDeps } from '@fairground/server/fairness/chains/seed-chain';
export {
  firstStakeRule,
  paidRule,
  type AchievementRule,
  type BadgeNames,
  type GameAchievements,
} from './achievements.ts';
export {
  awaitBeacon,
  beaconCloseMs,
  minBeaconIntervalMs,
  toProofBeacon,
  type Beacon,
  type BeaconColumns,
} from './beacon.ts';
export { chainDepsOf, createChainSlots, type ChainLink, type ChainSlots } from './chain-slots.ts';
export {
  defineGame,
  isGameModule,
  type ConfiguredGame,
  type GameDeps,
  type GameInstance,
  type GameModule,
  type NewestRound,
  type SiteTerms,
} from './define-game.ts';
export type { OpenPlay, VoidedPlay, VoidOpen } from '@fairground/server/director/void-open';
export { findLogPlace, isPublishedBefore } from '@fairground/server/fairness/log/published';
export { logRounds, type LoggedRound, type LoggedRounds, type RoundSums } from './log-rounds.ts';
export { liveRefusal } from './live-refusal.ts';
export { isRowId, type VoidedRound, type VoidReason, type VoidRound } from './void-round.ts';
export { serveInstantGame, type InstantModule } from './instant/serve.ts';
export { blockLeaves, blockRoot, pathOf, rootOfBlocks } from './merkle-tree.ts';
export { createSeedPlacement, createStakePlacement, type SeededRow, type StakeRow } from './place-stakes.ts';
export { createReceipts } from './receipts.ts';
export { createPlayerSeeds, type PlayerSeeds } from './player-seeds.ts';
export { addHistoryRoute, addInclusionRoute, addProofRoute, type GameRoutes } from './routes.ts';
export { defineNoticeKind, type GameNotices, type NoticeKind } from './notices.ts';
export { followSteps, type Steps } from './steps.ts';
export {
  defineRounds,
  noStakes,
  singleStake,
  writeCoins,
  writeInstant,
  writeLines,
  writeDecimals,
  writeSeconds,
  writeStakes,
  writeTexts,
  type FoundRound,
  type GameRounds,
} from './rounds.ts';
export {
  createInclusions,
  sealBets,
  type BetInclusion,
  type BetSeal,
  type SealedBet,
} from './sealed-bets.ts';
export { chainChecks, sealCheck } from './sealed/audit.ts';
export { ownerCheck, stakeCheck } from './stakes.ts';
