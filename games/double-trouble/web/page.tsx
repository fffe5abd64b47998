/** Double Trouble: a stage with the drum, a ribbon of the last draws, and a stub with the bet (docs/product.md 7). */
import {
  AutoPlayButton,
  GameLayout,
  KeysButton,
  ProofLine,
  useAutoPlay,
  useGameEvents,
} from '@fairground/game-kit/web';
import { useEffect, useState } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useConnection } from '@fairground/site-kit/live/use-live.ts';
import { balanceOf } from '@fairground/site-kit/session/balance.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { cue } from '@fairground/site-kit/sound/sound.ts';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import type { DoubleTroubleDraw } from '../contract.ts';
import { doubleTroubleCache } from './cache.ts';
import { Announcer } from './components/announcer.tsx';
import { BetList } from './components/bet-list.tsx';
import { BetPanel } from './components/bet-panel.tsx';
import { DrawStage } from './components/draw-stage.tsx';
import { StakesTable } from './components/stakes-table.tsx';
import { Ribbon } from './components/ribbon.tsx';
import { useDrawClock } from './draw-clock.ts';
import { betsInNext, type DrawResult } from './state.ts';
import styles from './double-trouble.module.css';
import { useT } from './texts.ts';
import { useDoubleTrouble } from './use-double-trouble.ts';

export function DoubleTroublePage() {
  'use memo';
  const t = useT();
  const game = useDoubleTrouble();
  const { status, config, failed } = game;
  const { away } = useConnection();
  const user = useUser();
  const auto = useAutoPlay();
  // Without the connection the last draw that is known would be drawn for as long as that lasts.
  const clock = useDrawClock(away ? undefined : status?.next, config?.intervalMs ?? 30_000);
  const { drawn, result } = useDrawEvents();
  const max = config?.max ?? 30;
  const last = status?.current ?? null;
  const waiting = betsInNext(game.bets, status);
  useCountdownCues(clock.seconds, waiting.length > 0);

  return (
    <GameLayout
      className={styles.page}
      title={t('nav.doubleTrouble')}
      frontClass={styles.front}
      historyClass={styles.history}
      controlsClass={styles.controls}
      front={
        <>
          <DrawStage
            max={max}
            clock={clock}
            last={last}
            result={result}
            waiting={waiting}
            error={failed ? t('doubleTrouble.statusFailed') : null}
            beaconRound={status?.next.beaconRound ?? null}
          />
          <Ribbon draws={status?.history ?? null} max={max} failed={failed} />
          <ProofLine
            className={styles.fairness}
            text={
              game.seal ? t('doubleTrouble.betsSealed', { n: game.seal.betCount }) : t('doubleTrouble.sealed')
            }
            link={t('doubleTrouble.proof')}
            of={last && { game: 'doubleTrouble', id: last.drawId }}
          />
        </>
      }
      history={
        <>
          <BetList game={game} />
          <StakesTable />
        </>
      }
      controls={
        <BetPanel
          game={game}
          balance={user === null ? undefined : balanceOf(user)}
          closed={clock.closed}
          auto={auto}
        />
      }
      tools={
        <>
          <AutoPlayButton auto={auto} />
          <KeysButton />
        </>
      }
    >
      <Announcer drawn={drawn} result={result} max={max} />
    </GameLayout>
  );
}

/** The latest draw, and the player's result in it: with a toast and a sound when they come. */
function useDrawEvents(): { drawn: DoubleTroubleDraw | null; result: DrawResult | null } {
  'use memo';
  const t = useT();
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
    if (isGain) cue('win');
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
