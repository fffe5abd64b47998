/** What the pages of games are made with. */
export * from './pages.ts';
export * from './parts.ts';
export * from './merge.ts';
export * from './event-stream.ts';
export * from './live-cache.ts';
export * from './use-game-closed.ts';
export * from './use-game-live.ts';
export * from './stake.ts';
export * from './auto-play.tsx';
export { ActionDock, panelColumn } from './action-dock.tsx';
export { GameLayout, GameTools } from './game-layout.tsx';
export { HistoryList } from './history-list.tsx';
export { ProofLine } from './proof-line.tsx';
export { QuickStakes } from './quick-stakes.tsx';
export { StakeNotice } from './stake-notice.tsx';
export { StakeField } from './stake-field.tsx';
export { serverNowMs, smoothServerNowMs, useServerNow } from '@fairground/web/entities/live/server-now.ts';
