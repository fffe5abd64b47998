/**
 * The state of the wheel: requesting, turning, standing. The server's answer decides where it stops; the player's
 * new balance is shown when it does.
 */
import type { WheelAnswer } from '../contract.ts';
import { wheelRules } from '../rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '@fairground/web/shared/api/query-client.ts';
import { useT } from './texts.ts';
import { holdUser } from '@fairground/web/entities/session/session.ts';
import { cue } from '@fairground/web/shared/sound/sound.ts';
import { toast } from '@fairground/web/shared/ui/toast.ts';
import { requestSpin } from './request-spin.ts';
import { restingAt, turnTo } from './components/turn.ts';
import { wheelQuery } from './wheel-query.ts';

/** Where nothing turns, the result still takes a moment to be seen. */
const stillMs = 1200;

export interface Wheel {
  wheel: WheelAnswer | undefined;
  loadFailed: boolean;
  reload(): void;
  /** Degrees clockwise. */
  turn: number;
  phase: 'standing' | 'requesting' | 'turning';
  spun: boolean;
  error: string | null;
  spin(): Promise<void>;
}

export function useWheel(): Wheel {
  const t = useT();
  const { data: wheel, isError, refetch } = useQuery(wheelQuery);
  const [phase, setPhase] = useState<Wheel['phase']>('standing');
  const [turned, setTurned] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const turn = turned ?? (wheel?.spin ? restingAt(wheel.spin.segment) : 0);

  // Runs to its end even where the dialog is closed in the meantime: the balance must be released.
  async function spin(): Promise<void> {
    if (phase !== 'standing') return;
    setPhase('requesting');
    setError(null);
    cue('bet');
    await withUserHeld(turnToResult, () => setPhase('standing'));
  }

  async function turnToResult(): Promise<void> {
    const answer = await requestSpin();
    if (!answer.ok) {
      const message = answer.message ?? t('wheel.unanswered');
      setError(message);
      cue('loss');
      toast({ title: t('wheel.result'), description: message, variant: 'destructive' });
      return void refetch();
    }
    const { spin: drawn } = answer;
    setPhase('turning');
    setTurned(turnTo(drawn.segment, turn));
    queryClient.setQueryData(wheelQuery.queryKey, (known) =>
      known ? { ...known, isSpinned: true, spin: drawn } : known,
    );
    await wait(matchMedia('(prefers-reduced-motion: reduce)').matches ? stillMs : wheelRules.settledMs);
    cue(drawn.amount > 0 ? 'win' : 'loss');
    toast({
      title: t('wheel.result'),
      description: drawn.amount > 0 ? t('wheel.won', { coins: drawn.amount }) : t('wheel.failed'),
      variant: drawn.amount > 0 ? 'success' : 'destructive',
    });
  }

  return {
    wheel,
    loadFailed: isError && wheel === undefined,
    reload: () => void refetch(),
    turn,
    phase,
    spun: wheel?.isSpinned ?? false,
    error,
    spin,
  };
}

/** The player's new balance is shown only once `run` is over, however it ends. */
async function withUserHeld(run: () => Promise<void>, onEnd: () => void): Promise<void> {
  const release = holdUser();
  try {
    await run();
  } finally {
    onEnd();
    release();
  }
}

const wait = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));
