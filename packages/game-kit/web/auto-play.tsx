/** Auto-play of a game: the button that opens its form, and the place where it shows its state, loaded when opened. */
import { useState, type ComponentType } from 'react';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';

type Phase =
  /** Since the page was opened. */
  | 'unused'
  | 'form'
  | 'running'
  /** It has run, or the form was closed. */
  | 'idle';

export interface AutoPlay {
  phase: Phase;
  isRunning: boolean;
  setPhase(phase: Phase): void;
}

export function useAutoPlay(): AutoPlay {
  'use memo';
  const [phase, setPhase] = useState<Phase>('unused');
  return { phase, isRunning: phase === 'running', setPhase };
}

export function AutoPlayButton({ auto }: { auto: AutoPlay }) {
  const t = useT();
  return (
    <Button
      variant="quiet"
      size="small"
      aria-haspopup="dialog"
      disabled={auto.isRunning}
      onClick={() => auto.setPhase('form')}
    >
      {t('auto.open')}
    </Button>
  );
}

/** What the game loads when auto-play is opened: a component that renders `AutoPlayPart` with its setup. */
export function lazyAutoPlay<Props extends { auto: AutoPlay }>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyPart(load);
  return function AutoPlayPlace(props: Props) {
    return props.auto.phase !== 'unused' ? (
      <LazyBoundary>
        <Part {...props} />
      </LazyBoundary>
    ) : null;
  };
}
