/** Double Trouble for visitors: the drum, the last draws and the stakes, with a way to play in place of the bet. */
import { useGameEvents, useGameLive } from '@fairground/game-kit/web';
import { WatchPanel } from '@fairground/game-kit/web/watch';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { useConnection } from '@fairground/site-kit/live/use-live.ts';
import type { DoubleTroubleDraw } from '../contract.ts';
import { configKey } from './api.ts';
import { doubleTroubleCache, keys } from './cache.ts';
import { DrawLayout } from './components/draw-layout.tsx';
import { StakesTable } from './components/stakes-table.tsx';
import { useDrawClock } from './draw-clock.ts';
import { doubleTroubleLive } from './live.ts';
import type { KnownStatus } from './state.ts';
import { useTexts } from './texts.ts';

/** By live messages alone: the call is for players. */
const pushedStatus = queryOptions<KnownStatus>({ queryKey: keys.status, queryFn: skipToken });

export function WatchDoubleTrouble() {
  'use memo';
  const t = useTexts('page');
  useGameLive(doubleTroubleLive);
  const { data: config } = useGameConfig(configKey);
  const { data: known } = useQuery(pushedStatus);
  const { away } = useConnection();
  const [drawn, setDrawn] = useState<DoubleTroubleDraw | null>(null);
  useGameEvents(doubleTroubleCache.events, (event) => {
    if (event.type === 'drawn') setDrawn(event.draw);
  });
  const status = known?.latest ?? null;
  const clock = useDrawClock(away ? undefined : status?.next, config?.intervalMs ?? 30_000);
  return (
    <DrawLayout
      status={status}
      failed={known?.failed ?? false}
      max={config?.max ?? 30}
      clock={clock}
      waiting={[]}
      drawn={drawn}
      result={null}
      history={<StakesTable />}
      controls={<WatchPanel path="/games/double-trouble" name={t('nav.doubleTrouble')} />}
    />
  );
}
