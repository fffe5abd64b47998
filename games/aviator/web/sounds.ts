/** What the flight sounds like, for players who turned sound on: the last seconds, take-off, and the own bet's end. */
import { celebrate, useGameEvents } from '@fairground/game-kit/web';
import { useEffect } from 'react';
import { cue } from '@fairground/site-kit/sound/sound.ts';
import { aviatorCache } from './stage/cache.ts';
import type { StageModel } from './stage/stage-model.ts';

const countedSeconds = 3;

export function useAviatorSounds({ phase, countdown }: StageModel, away: boolean): void {
  useGameEvents(aviatorCache.events, (event) => {
    if (event.type === 'tookOff') cue('reveal');
    if (event.type !== 'betEnded') return;
    const { outcome, amount, amountWon } = event.bet;
    if (outcome === 'loss') cue('loss');
    else if (amountWon > amount) celebrate({ stake: amount, paid: amountWon });
    else cue('reveal');
  });
  const counted =
    phase === 'waiting' && !away && countdown > 0 && countdown <= countedSeconds ? countdown : null;
  useEffect(() => {
    if (counted !== null) cue('countdown');
  }, [counted]);
}
