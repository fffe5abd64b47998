/** High Striker: the tower, the strike, and the strikes before. */
import {
  AutoPlayButton,
  GameLayout,
  KeysButton,
  lazyAutoPlay,
  ProofLine,
  useAutoPlay,
  useGameClosed,
  useGameKeys,
} from '@fairground/game-kit/web';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { ConnectionNote } from '@fairground/site-kit/live/connection-note.tsx';
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useReconnected } from '@fairground/site-kit/live/use-live.ts';
import { Meadow } from '@fairground/site-kit/art/meadow.tsx';
import { balanceOf } from '@fairground/site-kit/session/balance.ts';
import { delayUser, useUser } from '@fairground/site-kit/session/session.ts';
import { cn, clearOfToasts } from '@fairground/site-kit/ui/cn.ts';
import { cue } from '@fairground/site-kit/sound/sound.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import type { Strike } from '../contract.ts';
import { strikerRules } from '../rules.ts';
import { configKey, historyQuery, strikeMutation } from './api.ts';
import { keys } from './cache.ts';
import { StrikeHistory } from './components/strike-history.tsx';
import { StrikePanel } from './components/strike-panel.tsx';
import { Tower, type StrikePhase } from './components/tower.tsx';
import { readTarget } from './state.ts';
import styles from './high-striker.module.css';
import { useT } from './texts.ts';

const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const StrikerAutoPlay = lazyAutoPlay(async () => (await import('./auto-play.tsx')).StrikerAutoPlay);

export function HighStrikerPage() {
  'use memo';
  const t = useT();
  const { formatCoins, formatMultiplier } = useFormat();
  const user = useUser();
  const { data: config, isError: configFailed, refetch: refetchConfig } = useGameConfig(configKey);
  const history = useQuery(historyQuery);
  const { data: last } = useQuery<Strike>({ queryKey: keys.last, queryFn: skipToken });
  const { mutateAsync: strike, isPending } = useMutation(strikeMutation);
  const [targetText, setTargetText] = useState(formatMultiplier(strikerRules.defaultTargetHundredths / 100));
  const [stake, setStake] = useState<number>(strikerRules.defaultStakeCoins);
  const [failure, setFailure] = useState<unknown>(null);
  const line = failure === null ? '' : readableError(failure, t('error.unexpected'));
  const gameClosed = useGameClosed('highStriker');
  const balanceDelay = useDelayedBalance();
  /** The strike whose puck is in the air; its result shows once it has landed. */
  const [flyingId, setFlyingId] = useState<string | null>(null);
  const [shownId, setShownId] = useState<string | null>(null);
  useReconnected(() => void history.refetch());
  const auto = useAutoPlay();

  const shown = last !== undefined && last.id === shownId ? last : null;
  const isFlying = shown !== null && flyingId === shown.id;
  const phase: StrikePhase = isPending
    ? 'swinging'
    : shown === null
      ? 'idle'
      : isFlying
        ? 'flying'
        : shown.outcome;
  const landed = phase === 'won' || phase === 'lost' ? shown : null;
  const target = shown !== null && !isPending ? shown.target : readTarget(targetText);

  function land(struck: Strike): void {
    setFlyingId(null);
    balanceDelay.release();
    cue(struck.outcome === 'won' ? 'win' : 'loss');
  }

  /** Of auto-play: the result immediately, without the flight. */
  function showStrike(struck: Strike): void {
    setFailure(null);
    setShownId(struck.id);
    cue(struck.outcome === 'won' ? 'win' : 'loss');
  }

  async function swing(body: { amount: number; target: number }): Promise<void> {
    if (isPending || isFlying || auto.isRunning) return;
    setFailure(null);
    setShownId(null);
    balanceDelay.delay();
    try {
      const struck = await strike(body);
      cue('bet');
      setShownId(struck.id);
      if (prefersStill()) land(struck);
      else setFlyingId(struck.id);
    } catch (error) {
      balanceDelay.release();
      if (gameClosed.noteRefusal(error)) return;
      setFailure(error);
    }
  }

  useGameKeys({ auto });

  const strikes = history.data?.filter(({ id }) => id !== flyingId);
  const lastOver = landed ?? strikes?.[0] ?? null;
  return (
    <GameLayout
      className={styles.page}
      title={t('nav.highStriker')}
      front={
        <>
          <div className={styles.stage} data-phase={phase} data-part="stage">
            <svg
              className={styles.ground}
              viewBox="0 0 800 120"
              preserveAspectRatio="xMidYMax slice"
              aria-hidden="true"
            >
              <Meadow width={800} y={20} height={100} />
            </svg>
            <Tower
              phase={phase}
              target={target}
              height={shown === null || isPending ? null : shown.height}
              strikeId={isPending ? null : shownId}
              onLanded={() => shown !== null && isFlying && land(shown)}
            />
            <div className={cn(styles.sign, clearOfToasts)} data-outcome={landed?.outcome}>
              {landed === null ? (
                <p>
                  {t(phase === 'flying' || phase === 'swinging' ? 'highStriker.flying' : 'highStriker.idle')}
                </p>
              ) : (
                <>
                  <strong className={styles.height}>{formatMultiplier(landed.height)}x</strong>
                  <p className="flex items-center justify-center gap-1.5">
                    {landed.outcome === 'won' ? (
                      <Check aria-hidden className="size-5 stroke-3" />
                    ) : (
                      <X aria-hidden className="size-5 stroke-3" />
                    )}
                    {landed.outcome === 'won'
                      ? t('highStriker.won', { n: formatCoins(landed.coinsWon) })
                      : t('highStriker.lost', { m: formatMultiplier(landed.target) })}
                  </p>
                </>
              )}
            </div>
          </div>
          <ProofLine
            className={styles.fairness}
            text={t('highStriker.sealed')}
            link={t('highStriker.check')}
            of={lastOver && { game: 'highStriker', id: lastOver.id }}
          />
        </>
      }
      history={
        <StrikeHistory
          strikes={strikes}
          failed={history.isError && history.data === undefined}
          onRetry={() => void history.refetch()}
        />
      }
      controls={
        <>
          <ConnectionNote className="mb-3 font-bold text-loss" />
          {configFailed && config === undefined && (
            <div className="mb-3 flex items-center justify-between gap-3">
              <p>{t('highStriker.loadFailed')}</p>
              <Button variant="secondary" size="small" onClick={refetchConfig}>
                {t('ui.retry')}
              </Button>
            </div>
          )}
          <StrikerAutoPlay auto={auto} settings={{ config, targetText, stake, strike, show: showStrike }} />
          <StrikePanel
            config={config}
            balance={user === null ? undefined : balanceOf(user)}
            gameClosed={gameClosed}
            targetText={targetText}
            stake={stake}
            busy={isPending || isFlying || auto.isRunning}
            line={line}
            onTarget={(text) => {
              setTargetText(text);
              if (!isFlying && !auto.isRunning) setShownId(null);
            }}
            onStake={setStake}
            onStrike={(body) => void swing(body)}
          />
        </>
      }
      tools={
        <>
          <AutoPlayButton auto={auto} />
          <KeysButton />
        </>
      }
    >
      <p role="status" className="sr-only">
        {landed !== null &&
          (landed.outcome === 'won'
            ? t('highStriker.announceWon', {
                h: formatMultiplier(landed.height),
                n: formatCoins(landed.coinsWon),
              })
            : t('highStriker.announceLost', {
                h: formatMultiplier(landed.height),
                m: formatMultiplier(landed.target),
                n: formatCoins(landed.amount),
              }))}
      </p>
    </GameLayout>
  );
}

/** The balance shows what a strike brought once the puck has landed; leaving the page shows it immediately. */
function useDelayedBalance(): { delay(): void; release(): void } {
  const [balance] = useState(() => {
    let release = (): void => undefined;
    return {
      delay() {
        release();
        release = delayUser();
      },
      release: () => release(),
    };
  });
  useEffect(() => balance.release, [balance]);
  return balance;
}
