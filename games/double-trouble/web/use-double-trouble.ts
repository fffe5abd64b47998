/** What the page shows, read from the cache. */
import { useGameLive } from '@fairground/game-kit/web';
import { useQuery } from '@tanstack/react-query';
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { useLiveMessage, useReconnected } from '@fairground/site-kit/live/use-live.ts';
import type {
  DoubleTroubleBet,
  DoubleTroubleConfig,
  DoubleTroubleSeal,
  DoubleTroubleStatus,
} from '../contract.ts';
import { betsQuery, configKey, sealQuery, statusQuery } from './api.ts';
import { doubleTroubleLive } from './live.ts';
import { failedStatus } from './state.ts';

export interface DoubleTrouble {
  /** Null until it is known. */
  status: DoubleTroubleStatus | null;
  failed: boolean;
  /** Newest first; undefined until loaded. */
  bets: readonly DoubleTroubleBet[] | undefined;
  betsFailed: boolean;
  /** The seal of the coming draw, once betting on it is closed. */
  seal: DoubleTroubleSeal | undefined;
  /** The game's figures; undefined while they load. */
  config: DoubleTroubleConfig | undefined;
  reload(): void;
}

export function useDoubleTrouble(): DoubleTrouble {
  'use memo';
  useGameLive(doubleTroubleLive);
  const { data: config } = useGameConfig(configKey);
  const status = useQuery(statusQuery);
  const bets = useQuery(betsQuery);
  const { data: seal } = useQuery(sealQuery);
  const { refetch: refetchStatus } = status;
  const { refetch: refetchBets } = bets;
  const reload = (): void => {
    void refetchStatus();
    void refetchBets();
  };
  useReconnected(reload);
  // Something changed the player: a bet that was placed elsewhere, or a settlement.
  useLiveMessage('updatedUser_response', () => void refetchBets());
  const known = status.isError ? failedStatus(status.data) : status.data;
  const latest = known?.latest ?? null;
  return {
    status: latest,
    failed: known?.failed ?? false,
    bets: bets.data,
    betsFailed: bets.isError && bets.data === undefined,
    seal: sealOf(latest, seal),
    config,
    reload,
  };
}

const sealOf = (
  status: DoubleTroubleStatus | null,
  seal: DoubleTroubleSeal | undefined,
): DoubleTroubleSeal | undefined => (seal?.drawId === status?.next.drawId ? seal : undefined);
