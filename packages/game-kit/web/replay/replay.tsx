/**
 * The frame of a replay: the game's own scene, and below it the scrub bar and its buttons. It starts at the end, so
 * that the result is in sight; with reduced motion it never plays, and the scrub bar shows its moments as stills.
 */
import Pause from '@fairground/site-kit/icons/pause';
import Play from '@fairground/site-kit/icons/play';
import RotateCcw from '@fairground/site-kit/icons/rotate-ccw';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { createReplayClock, type ReplayClock } from './clock.ts';
import { useTexts } from '../texts.ts';

interface ReplayProps {
  /** The accessible name of the scene: all that it shows, up to its end. */
  label: string;
  durationMs: number;
  /** How far an arrow key moves. */
  stepMs: number;
  /** What happens at a moment: the value of the scrub bar for screen readers. */
  describe: (atMs: number) => string;
  children: (clock: ReplayClock) => ReactNode;
}

export function Replay({ label, durationMs, stepMs, describe, children }: ReplayProps) {
  // A multiple of the step, so that the scrub bar reaches its end.
  const [clock] = useState(() => {
    const endMs = Math.ceil(durationMs / stepMs) * stepMs;
    return createReplayClock(endMs, endMs);
  });
  return (
    <div className="grid gap-2" data-part="replay">
      <div role="img" aria-label={label}>
        {children(clock)}
      </div>
      <Controls clock={clock} stepMs={stepMs} describe={describe} />
    </div>
  );
}

interface ControlsProps {
  clock: ReplayClock;
  stepMs: number;
  describe: (atMs: number) => string;
}

function Controls({ clock, stepMs, describe }: ControlsProps) {
  'use memo';
  const t = useTexts('replay');
  const isStill = useReducedMotion();
  const isPlaying = useReplay(clock, () => clock.isPlaying());
  // A tenth of a second is as fine as the bar can show.
  const atMs = useReplay(clock, () =>
    clock.isPlaying() ? Math.floor(clock.atMs() / 100) * 100 : clock.atMs(),
  );
  const text = describe(atMs);
  const [hasPlayed, setHasPlayed] = useState(false);
  const isOver = atMs >= clock.durationMs;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {!isStill && (
        <>
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              setHasPlayed(true);
              if (isPlaying) clock.pause();
              else clock.play();
            }}
          >
            {isPlaying ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="size-5" />}
            <span>{isPlaying ? t('replay.pause') : t('replay.play')}</span>
          </Button>
          <Button variant="quiet" size="small" disabled={atMs === 0} onClick={() => clock.seek(0)}>
            <RotateCcw aria-hidden className="size-5" />
            {t('replay.start')}
          </Button>
        </>
      )}
      <input
        type="range"
        className="h-11 min-w-40 grow cursor-pointer accent-bulb-500"
        data-part="scrub"
        aria-label={t('replay.moment')}
        aria-valuetext={text}
        min={0}
        max={clock.durationMs}
        step={stepMs}
        value={atMs}
        onChange={({ currentTarget }) => clock.seek(Number(currentTarget.value))}
      />
      {/* The bar announces its own moves; a replay that plays is announced once, when it is over. */}
      <p className="figures min-h-5 w-full text-14 leading-5 text-quiet" aria-hidden>
        {text}
      </p>
      <p role="status" className="sr-only">
        {hasPlayed && !isPlaying && isOver ? text : ''}
      </p>
    </div>
  );
}

/** A value that follows the replay. The component renders again only where the value has changed. */
export const useReplay = <Value extends string | number | boolean>(
  clock: ReplayClock,
  read: () => Value,
): Value => useSyncExternalStore(clock.subscribe, read, read);

const query = '(prefers-reduced-motion: reduce)';
const subscribeToMotion = (listener: () => void): (() => void) => {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};

const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    subscribeToMotion,
    () => matchMedia(query).matches,
    () => true,
  );
