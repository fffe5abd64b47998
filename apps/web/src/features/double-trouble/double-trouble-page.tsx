/** Double Trouble: a stall with the drum, a ribbon of the last draws, and a stub with the bet (specification, sections 1 and 4). */
import { useEffect } from 'react';
import { Link } from 'react-router';
import { formatCoins } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { useConnection } from '../../shared/realtime/use-live.ts';
import { SealIcon } from '../../shared/scene/icons.tsx';
import { balanceOf } from '../../shared/session/balance.ts';
import { useUser } from '../../shared/session/session.ts';
import { Perforation, StubPanel } from '../../shared/ui/stub-panel.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { cue } from '../../shared/sound/sound.ts';
import { Announcer } from './announcer.tsx';
import { BetList } from './bet-list.tsx';
import { BetPanel } from './bet-panel.tsx';
import { betsInNext } from './double-trouble-state.ts';
import type { DrawResult } from './double-trouble-state.ts';
import { DrawStage } from './draw-stage.tsx';
import { Ribbon } from './ribbon.tsx';
import { useDoubleTrouble } from './use-double-trouble.ts';
import { useDrawClock } from './use-draw-clock.ts';
import './double-trouble.css';

export function DoubleTroublePage() {
  const t = useT();
  const game = useDoubleTrouble();
  const { state, config } = game;
  const { status } = useConnection();
  const user = useUser();
  const clock = useDrawClock(state.status?.next, config?.intervalMs ?? 30_000);
  const max = config?.max ?? 30;
  const last = state.status?.current ?? null;
  useResultToast(state.result);
  useDrawCues(state.heard?.drawId, clock.seconds, betsInNext(state).length > 0);

  return (
    <div className="dt-page">
      <h1 className="sr-only">{t('nav.doubleTrouble')}</h1>
      <div className="dt-front">
        <DrawStage
          max={max}
          clock={clock}
          last={last}
          result={state.result}
          waiting={betsInNext(state)}
          error={state.failed ? t('doubleTrouble.statusFailed') : null}
          connected={status === 'connected' || status === 'connecting' || status === 'off'}
        />
        <Ribbon draws={state.status?.history ?? null} max={max} failed={state.failed} />
        <p className="dt-fairness">
          <SealIcon size={20} className="shrink-0" />
          <span>{t('doubleTrouble.sealed')}</span>
          {last !== null && (
            <Link to={`/fairness?game=doubleTrouble&id=${last.drawId}`}>{t('doubleTrouble.proof')}</Link>
          )}
        </p>
      </div>
      <StubPanel className="dt-stub">
        <div className="dt-history">
          <BetList game={game} />
        </div>
        <Perforation className="dt-perforation" />
        <div className="dt-controls">
          <BetPanel game={game} balance={user === null ? 0 : balanceOf(user)} closed={clock.closed} />
        </div>
      </StubPanel>
      <Announcer heard={state.heard} result={state.result} max={max} />
    </div>
  );
}

/** A ball comes out, and the last seconds before it where the player waits for it. */
function useDrawCues(heardId: string | undefined, seconds: number | null, waits: boolean): void {
  useEffect(() => {
    if (heardId !== undefined) cue('reveal');
  }, [heardId]);
  const last = waits && seconds !== null && seconds > 0 && seconds <= 3 ? seconds : null;
  useEffect(() => {
    if (last !== null) cue('countdown');
  }, [last]);
}

/** A return at or below what was staked is said, not celebrated. */
function useResultToast(result: DrawResult | null): void {
  const t = useT();
  useEffect(() => {
    if (result === null) return;
    const won = result.won > 0;
    if (result.won > result.staked) cue('win');
    else if (!won) cue('loss');
    toast({
      title: t('doubleTrouble.drawnTitle', { n: result.number }),
      description: won
        ? t('doubleTrouble.wonNote', { n: formatCoins(result.won), staked: formatCoins(result.staked) })
        : t('doubleTrouble.lostNote', { n: formatCoins(result.staked) }),
      variant: result.won > result.staked ? 'success' : 'default',
    });
    // One toast a draw, whatever else changes meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [result?.drawId]);
}
