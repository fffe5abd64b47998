/** Auto-play of a game: the button that opens its form, and the place where it shows how it stands. Loaded when opened. */
import { useState, type ReactNode } from 'react';
import { LazyBoundary, lazyPart } from '@fairground/web/shared/faults/lazy-part.tsx';
import { loadCatalogues } from '@fairground/web/shared/i18n/catalogues.ts';
import { useT } from '@fairground/web/shared/i18n/i18n.ts';
import { activeLanguage } from '@fairground/web/shared/i18n/language.ts';
import { Button } from '@fairground/web/shared/ui/button.tsx';
import type { AutoPlayLimits, RoundOutcome } from './auto-play/plan.ts';

export type { RoundOutcome };

/** What a game supplies. What is set on the page is read when the player starts, and stays for the run. */
export interface AutoPlaySetup {
  limits: AutoPlayLimits;
  firstStake: number;
  /** One sentence: how each round is played, such as the multiplier it cashes out at. */
  how: string;
  /** One sentence: what comes back on average. */
  returns: string;
  /** Why it cannot start as the page is set; null where it can. */
  obstacle: string | null;
  /** More fields for the form. */
  fields?: ReactNode;
  /**
   * Plays one round: waits until a stake is taken, places it, and resolves with what the round came to. Where the signal
   * is aborted before the stake was placed, it rejects with its reason; a round that was begun is played to its end.
   */
  playRound(stake: number, signal: AbortSignal): Promise<RoundOutcome>;
}

export interface AutoPlay {
  isRunning: boolean;
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  setRunning(isRunning: boolean): void;
  /** Whether it was opened since the page was: then its part is loaded. */
  wasOpened: boolean;
}

export function useAutoPlay(): AutoPlay {
  const [isRunning, setRunning] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return {
    isRunning,
    isOpen,
    setRunning,
    wasOpened,
    setOpen(next) {
      setOpen(next);
      if (next) setWasOpened(true);
    },
  };
}

export function AutoPlayButton({ auto }: { auto: AutoPlay }) {
  const t = useT();
  return (
    <Button
      variant="quiet"
      size="small"
      aria-haspopup="dialog"
      disabled={auto.isRunning}
      onClick={() => auto.setOpen(true)}
    >
      {t('auto.open')}
    </Button>
  );
}

const AutoPlayPart = lazyPart(async () => {
  const part = await import('./auto-play/part.tsx');
  await loadCatalogues(activeLanguage());
  return part.AutoPlayPart;
});

export const AutoPlayStatus = ({ auto, setup }: { auto: AutoPlay; setup: AutoPlaySetup }) =>
  auto.wasOpened ? (
    <LazyBoundary>
      <AutoPlayPart auto={auto} setup={setup} />
    </LazyBoundary>
  ) : null;

/** Waits that long, so that a player sees how a round ended; ends early with the signal. */
export const pauseBetweenRounds = (signal: AbortSignal, ms = 1_000): Promise<void> =>
  new Promise((resume) => {
    const timer = setTimeout(resume, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resume();
    });
  });
