/** What the flight sounds like, for players who turned sound on: the last seconds, take-off, and the own bet's end. */
import type { AviatorBet } from '@fairground/game-aviator/contract';
import { useEffect, useRef } from 'react';
import { cue } from '../../shared/sound/sound.ts';
import type { StageModel } from './stage-model.ts';

const countedSeconds = 3;

export function useAviatorSounds({ phase, countdown }: StageModel, inRound: AviatorBet | null): void {
  const lastPhase = useRef(phase);
  useEffect(() => {
    if (phase === 'flying' && lastPhase.current !== 'flying') cue('reveal');
    lastPhase.current = phase;
  }, [phase]);

  const counting = phase === 'waiting' && countdown > 0 && countdown <= countedSeconds;
  useEffect(() => {
    if (counting) cue('countdown');
  }, [counting, countdown]);

  const lastBet = useRef<AviatorBet | null>(null);
  useEffect(() => {
    const before = lastBet.current;
    lastBet.current = inRound;
    // A bet that was over when the page was opened has nothing to say.
    if (inRound === null || before?.id !== inRound.id || before.outcome !== 'pending') return;
    if (inRound.outcome === 'loss') cue('loss');
    if (inRound.outcome === 'win') cue(inRound.amountWon > inRound.amount ? 'win' : 'reveal');
  }, [inRound]);
}
