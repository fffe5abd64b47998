/**
 * The state of the wheel: asking, turning, standing. The server's answer decides where it stops; the player's
 * new balance is held back until it does.
 */
import type { WheelAnswer } from '@fairground/game-wheel/contract';
import { wheelRules } from '@fairground/game-wheel/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { holdUser } from '../../shared/session/session.ts';
import { cue } from '../../shared/sound/sound.ts';
import { toast } from '../../shared/ui/toast.ts';
import { askSpin } from './ask-spin.ts';
import { restingAt, turnTo } from './turn.ts';
import { wheelQuery } from './wheel-query.ts';

/** Where nothing turns, the result still takes a moment to be looked at. */
const stillMs = 1200;

export interface Wheel {
  wheel: WheelAnswer | undefined;
  loadFailed: boolean;
  reload(): void;
  /** Degrees clockwise. */
  turn: number;
  phase: 'standing' | 'asking' | 'turning';
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

  // Goes on to its end even where the dialog is closed meanwhile: the balance must be let go of.
  async function spin(): Promise<void> {
    if (phase !== 'standing') return;
    setPhase('asking');
    setError(null);
    cue('bet');
    const letGo = holdUser();
    try {
      const answer = await askSpin();
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
      queryClient.setQueryData(wheelQuery.queryKey, (held) =>
        held ? { ...held, isSpinned: true, spin: drawn } : held,
      );
      await wait(matchMedia('(prefers-reduced-motion: reduce)').matches ? stillMs : wheelRules.settledMs);
      cue(drawn.amount > 0 ? 'win' : 'loss');
      toast({
        title: t('wheel.result'),
        description: drawn.amount > 0 ? t('wheel.won', { coins: drawn.amount }) : t('wheel.failed'),
        variant: drawn.amount > 0 ? 'success' : 'destructive',
      });
    } finally {
      setPhase('standing');
      letGo();
    }
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

const wait = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));
