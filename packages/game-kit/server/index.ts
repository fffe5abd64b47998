/** What declares a game, and what its engines are built with. */
export type { Handler as LiveHandler, Lines, LinesAnswer } from '@fairground/server/realtime/types';
export { defineBusEvent } from '@fairground/server/platform/messaging/bus-event';
export type { SeedChainDeps } from '@fairground/server/fairness/chains/seed-chain';
export {
  firstStakeRule,
  paidRule,
  type AchievementRule,
  type BadgeNames,
  type GameAchievements,
} from './achievements.ts';
export { awaitBeacon, beaconCloseMs, minBeaconIntervalMs, type Beacon } from './beacon.ts';
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
export { logRounds, type LoggedRound, type LoggedRounds, type RoundSums } from './log-rounds.ts';
export { liveRefusal } from './live-refusal.ts';
export { createMembersBets } from './members-bets.ts';
export { isRowId, type VoidedRound, type VoidReason, type VoidRound } from './void-round.ts';
export { createReceipts } from './receipts.ts';
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
export { chainChecks, sealCheck } from './sealed/audit.ts';
export { ownerCheck, stakeCheck } from './stakes.ts';
