/**
 * Where an event of the leader belongs in what a process shows of the rounds. Each names its predecessor: a start, a crash and
 * a void round by the round itself, an opening by the round before. So an event that never arrived is noticed.
 */
import type { AviatorEvent } from './bus-events.ts';

export interface Betting {
  name: 'betting';
  roundId: string;
  startsAtMs: number;
  commitment: string;
}

export interface Flying {
  name: 'flying';
  roundId: string;
  startedAtMs: number;
  /** The highest multiplier, in hundredths, that the database confirmed. */
  confirmed: number;
}

export type Phase = { name: 'unknown' } | Betting | Flying;

/** `shown` where the event adds nothing to what is shown, `gap` where another one was missed before it. */
export const placeOf = (
  event: AviatorEvent,
  phase: Phase,
  endedRound: string | undefined,
): 'next' | 'shown' | 'gap' => {
  const isOver = endedRound !== undefined && BigInt(event.roundId) <= BigInt(endedRound);
  const isOfEarlier = phase.name !== 'unknown' && BigInt(event.roundId) < BigInt(phase.roundId);
  if (isOver || isOfEarlier) return 'shown';
  const isOfShown = phase.name !== 'unknown' && phase.roundId === event.roundId;
  if (event.kind === 'open') {
    if (isOfShown)
      return phase.name === 'betting' && phase.startsAtMs !== event.startsAtMs ? 'next' : 'shown';
    return phase.name === 'unknown' && follows(event.previousRoundId, endedRound) ? 'next' : 'gap';
  }
  if (isOfShown) return event.kind === 'start' && phase.name === 'flying' ? 'shown' : 'next';
  return phase.name === 'unknown' && endedRound === undefined ? 'next' : 'gap';
};

/** The first round has no predecessor, and a process that has just started knows none. */
const follows = (previousRound: string | null, endedRound: string | undefined): boolean =>
  previousRound === null || endedRound === undefined || BigInt(previousRound) <= BigInt(endedRound);
