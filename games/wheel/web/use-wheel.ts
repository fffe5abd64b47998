/** What the dialog shows, read from the cache. The server's answer decides where the wheel stops. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useOwnSeed } from '@fairground/game-kit/web';
import { cue } from '@fairground/site-kit/sound/sound.ts';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import type { SpinWheelData, WheelAnswer } from '../contract.ts';
import { motionQuery, spinMutation, todayQuery } from './api.ts';
import { SpinFailure } from './request-spin.ts';
import { degreesOf, standing, type WheelMotion } from './state.ts';
import { useTexts } from './texts.ts';

export interface Wheel {
  wheel: WheelAnswer | undefined;
  loadFailed: boolean;
  reload(): void;
  /** Degrees clockwise. */
  turn: number;
  phase: WheelMotion['phase'];
  spun: boolean;
  error: string | null;
  spin(): void;
}

export function useWheel(): Wheel {
  'use memo';
  const t = useTexts('page');
  const { data: today, isError, refetch } = useQuery(todayQuery);
  const { data: motion = standing } = useQuery(motionQuery);
  useOwnSeed();
  const { mutate, error } = useMutation({
    ...spinMutation,
    onSuccess: showResult,
    onError: (failure, ...rest) => {
      cue('loss');
      toast({ title: t('wheel.result'), description: readable(failure), variant: 'destructive' });
      return spinMutation.onError?.(failure, ...rest);
    },
  });

  const readable = (failure: Error): string =>
    failure instanceof SpinFailure && failure.reason !== undefined ? failure.reason : t('wheel.unanswered');

  function showResult({ amount }: SpinWheelData): void {
    cue(amount > 0 ? 'win' : 'loss');
    toast({
      title: t('wheel.result'),
      description: amount > 0 ? t('wheel.won', { coins: amount }) : t('wheel.failed'),
      variant: amount > 0 ? 'success' : 'destructive',
    });
  }

  function spin(): void {
    if (motion.phase !== 'standing') return;
    cue('bet');
    mutate();
  }

  return {
    wheel: today,
    loadFailed: isError && today === undefined,
    reload: () => void refetch(),
    turn: degreesOf({ today, motion }),
    phase: motion.phase,
    spun: today?.isSpinned ?? false,
    error: error && readable(error),
    spin,
  };
}
