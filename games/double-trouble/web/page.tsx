/** Double Trouble: a stage with the drum, a ribbon of the last draws, and a stub with the bet (docs/product.md 7). */
import {
  AutoPlayButton,
  celebrate,
  ClubSwitch,
  KeysButton,
  ToolSwitch,
  useAutoPlay,
  useClubTable,
  useGameEvents,
} from '@fairground/game-kit/web';
import { useEffect, useState } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useConnection } from '@fairground/site-kit/live/use-live.ts';
import { balanceOf } from '@fairground/site-kit/session/balance.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { cue } from '@fairground/site-kit/sound/sound.ts';
import { useStore } from '@fairground/site-kit/store/store.ts';
import { createSwitch } from '@fairground/site-kit/store/switch.ts';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import type { DoubleTroubleDraw } from '../contract.ts';
import { doubleTroubleCache } from './cache.ts';
import { BetList } from './components/bet-list.tsx';
import { BetPanel } from './components/bet-panel.tsx';
import { DrawLayout } from './components/draw-layout.tsx';
import { StakesTable } from './components/stakes-table.tsx';
import { useDrawClock } from './draw-clock.ts';
import { betsInNext, type DrawResult } from './state.ts';
import { useDoubleTrouble } from './use-double-trouble.ts';
import { useTexts } from './texts.ts';

/** Whether one press bets on each of several fields. */
const severalFields = createSwitch('doubleTrouble.severalFields', false);

export function DoubleTroublePage() {
  'use memo';
  const t = useTexts('page');
  const isSeveral = useStore(severalFields);
  const game = useDoubleTrouble();
  const { status, config, failed } = game;
  const { away } = useConnection();
  const user = useUser();
  const club = useClubTable('doubleTrouble');
  const auto = useAutoPlay();
  // Without the connection the last draw that is known would be drawn for as long as that lasts.
  const clock = useDrawClock(away ? undefined : status?.next, config?.intervalMs ?? 30_000);
  const { drawn, result } = useDrawEvents();
  const waiting = betsInNext(game.bets, status);
  useCountdownCues(clock.seconds, waiting.length > 0);

  return (
    <DrawLayout
      status={status}
      failed={failed}
      seal={game.seal}
      max={config?.max ?? 30}
      clock={clock}
      waiting={waiting}
      drawn={drawn}
      result={result}
      isAtStake={game.bets?.some(({ status: of }) => of === 'pending') === true}
      history={
        <>
          <BetList game={game} />
          {(game.bets !== undefined || game.betsFailed) && (
            <StakesTable
              club={club}
              nextId={status?.next.drawId}
              clubSwitch={<ClubSwitch />}
              ownName={user?.username}
            />
          )}
        </>
      }
      controls={
        <BetPanel
          game={game}
          balance={user === null ? undefined : balanceOf(user)}
          closed={clock.closed}
          auto={auto}
          isSeveral={isSeveral}
        />
      }
      tools={
        <>
          <AutoPlayButton auto={auto} />
          <ToolSwitch store={severalFields} label={t('doubleTrouble.severalFields')} />
          <KeysButton />
        </>
      }
    />
  );
}

/** The latest draw, and the player's result in it: with a toast and a sound when they come. */
function useDrawEvents(): { drawn: DoubleTroubleDraw | null; result: DrawResult | null } {
  'use memo';
  const t = useTexts('page');
  const { formatCoins } = useFormat();
  const [drawn, setDrawn] = useState<DoubleTroubleDraw | null>(null);
  const [result, setResult] = useState<DrawResult | null>(null);
  useGameEvents(doubleTroubleCache.events, (event) => {
    if (event.type === 'drawn') {
      cue('reveal');
      setDrawn(event.draw);
      return;
    }
    const { drawId, number, staked, won } = event.result;
    // Bets of one draw can be settled in two steps; they are one result, with one toast.
    setResult((known) =>
      known?.drawId === drawId
        ? { drawId, number, staked: known.staked + staked, won: known.won + won }
        : event.result,
    );
    if (result?.drawId === drawId) return;
    // A return at or below what was staked is reported, not celebrated.
    const isGain = won > staked;
    if (isGain) celebrate({ stake: staked, paid: won });
    else if (won === 0) cue('loss');
    toast({
      title: t('doubleTrouble.drawnTitle', { n: number }),
      description:
        won > 0
          ? t('doubleTrouble.wonNote', { n: formatCoins(won), staked: formatCoins(staked) })
          : t('doubleTrouble.lostNote', { n: formatCoins(staked) }),
      variant: isGain ? 'success' : 'default',
    });
  });
  return { drawn, result };
}

/** The last seconds before a draw that the player waits for. */
function useCountdownCues(seconds: number | null, waits: boolean): void {
  const counted = waits && seconds !== null && seconds > 0 && seconds <= 3 ? seconds : null;
  useEffect(() => {
    if (counted !== null) cue('countdown');
  }, [counted]);
}
