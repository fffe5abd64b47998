/** Auto-play as it is loaded: the form, the run, and what the player sees of it. It ends with the page. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { live } from '@fairground/site-kit/live/live.ts';
import { isAway } from '@fairground/site-kit/live/use-live.ts';
import { balanceOf } from '@fairground/site-kit/session/balance.ts';
import { currentUser } from '@fairground/site-kit/session/session.ts';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import type { AutoPlay } from '../auto-play.tsx';
import { AutoPlayForm } from './form.tsx';
import type { AutoPlayPlan, AutoPlayState, EndReason } from './plan.ts';
import { runAutoPlay, type AutoPlayEnd } from './run.ts';
import type { AutoPlaySetup } from './setup.ts';
import { useTexts } from '../texts.ts';

const isUnreachable = (error: unknown): boolean =>
  isApiError(error) && (error.code === 'network' || error.status >= 500);

export function AutoPlayPart({ auto, setup }: { auto: AutoPlay; setup: AutoPlaySetup }) {
  'use memo';
  const [state, setState] = useState<AutoPlayState | null>(null);
  const [end, setEnd] = useState<AutoPlayEnd | null>(null);
  const [isStopping, setStopping] = useState(false);
  const control = useRef<AbortController | null>(null);

  async function start(plan: AutoPlayPlan): Promise<void> {
    const begun = new AbortController();
    control.current = begun;
    setEnd(null);
    setStopping(false);
    auto.setPhase('running');
    const { limits, playRound } = setup;
    const ended = await runAutoPlay({
      plan,
      game: {
        limits,
        playRound,
        balance() {
          const user = currentUser();
          return user ? balanceOf(user) : 0;
        },
      },
      signal: begun.signal,
      isUnreachable,
      onState: setState,
    });
    control.current = null;
    setEnd(ended);
    setStopping(false);
    auto.setPhase('idle');
  }

  function stop(reason: EndReason): void {
    if (!auto.isRunning || isStopping) return;
    setStopping(true);
    control.current?.abort(reason);
  }

  const onConnection = useEffectEvent(() => {
    if (isAway(live.connection())) stop('connection');
  });
  useEffect(() => live.onConnection(() => onConnection()), []);

  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') stop('player');
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);

  // The page is left: no further stake.
  useEffect(() => () => control.current?.abort('player' satisfies EndReason), []);

  return (
    <>
      <AutoPlayForm
        open={auto.phase === 'form'}
        onOpenChange={(isOpen) => auto.setPhase(isOpen ? 'form' : 'idle')}
        setup={setup}
        onStart={(plan) => void start(plan)}
      />
      {state !== null && auto.isRunning && (
        <Running state={state} isStopping={isStopping} onStop={() => stop('player')} />
      )}
      {state !== null && end !== null && !auto.isRunning && (
        <Ended state={state} end={end} onDismiss={() => setEnd(null)} />
      )}
    </>
  );
}

const barClass = 'mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 leading-5 lg:mb-4';

interface RunningProps {
  state: AutoPlayState;
  isStopping: boolean;
  onStop: () => void;
}

function Running({ state: { plan, played, net }, isStopping, onStop }: RunningProps) {
  const t = useTexts('auto-play');
  const { formatCoins } = useFormat();
  return (
    <div className={barClass} data-part="auto-play">
      <p className="min-w-0 flex-1">
        <strong className="block">
          {isStopping
            ? t('auto.stopping')
            : t('auto.running', { played: formatCoins(played), rounds: formatCoins(plan.rounds) })}
        </strong>
        <span className="figures">{t('auto.net', { n: signed(net, formatCoins) })}</span>
      </p>
      <Button variant="danger" size="small" disabled={isStopping} aria-keyshortcuts="Escape" onClick={onStop}>
        {t('auto.stop')}
        <kbd
          aria-hidden
          className="rounded-badge border border-current px-1 text-14 leading-5 font-medium max-lg:hidden"
        >
          Esc
        </kbd>
      </Button>
      <p role="status" className="sr-only">
        {t('auto.started')}
      </p>
    </div>
  );
}

interface EndedProps {
  state: AutoPlayState;
  end: AutoPlayEnd;
  onDismiss: () => void;
}

function Ended({ state: { played, net }, end, onDismiss }: EndedProps) {
  const t = useTexts('auto-play');
  const { formatCoins } = useFormat();
  const why =
    end.reason === 'refused' ? readableError(end.error, t('error.unexpected')) : t(`auto.why.${end.reason}`);
  return (
    <div className={barClass} data-part="auto-play">
      <p role="status" className="min-w-0 flex-1">
        <strong className="block">{t('auto.ended', { why })}</strong>
        <span className="figures">
          {t('auto.endedRounds', { played, shown: formatCoins(played), n: signed(net, formatCoins) })}
        </span>
      </p>
      <Button variant="secondary" size="small" onClick={onDismiss}>
        {t('auto.dismiss')}
      </Button>
    </div>
  );
}

/** With a true minus, and a plus before what was won. */
const signed = (coins: number, formatCoins: (coins: number) => string): string =>
  `${coins > 0 ? '+' : coins < 0 ? '−' : ''}${formatCoins(Math.abs(coins))}`;
