/**
 * Where an event of the leader belongs in what a process shows of the rounds. Each names its predecessor: a start, a crash and
 * a void round by the round itself, an opening by the round before. So an event that never arrived is noticed.
 */
import type { AviatorEvent, RoundSeal } from './bus-events.ts';

export interface Betting {
  name: 'betting';
  roundId: string;
  startsAtMs: number;
  closesAtMs: number;
  commitment: string;
  beaconRound: number | null;
  seal: RoundSeal | null;
}

export interface Flying {
  name: 'flying';
  roundId: string;
  startedAtMs: number;
  /** The highest multiplier, in hundredths, that the database confirmed. */
  confirmed: number;
  beaconRound: number | null;
  seal: RoundSeal | null;
}

export type Phase = { name: 'unknown' } | Betting | Flying;

/** `shown` where the event adds nothing to what is shown, `gap` where another one was missed before it. */
export const orderOf = (
  event: AviatorEvent,
  phase: Phase,
  endedRound: string | undefined,
): 'next' | 'shown' | 'gap' => {
  const isOver = endedRound !== undefined && BigInt(event.roundId) <= BigInt(endedRound);
  const isOfEarlier = phase.name !== 'unknown' && BigInt(event.roundId) < BigInt(phase.roundId);
  if (isOver || isOfEarlier) return 'shown';
  const isOfShown = phase.name !== 'unknown' && phase.roundId === event.roundId;
  if (event.kind === 'open') {
    if (isOfShown) return phase.name === 'betting' && isChange(phase, event) ? 'next' : 'shown';
    return phase.name === 'unknown' && follows(event.previousRoundId, endedRound) ? 'next' : 'gap';
  }
  if (isOfShown) return event.kind === 'start' && phase.name === 'flying' ? 'shown' : 'next';
  return phase.name === 'unknown' && endedRound === undefined ? 'next' : 'gap';
};

/** A start that was postponed, or the seal; a seal is never taken back. */
export const isChange = (
  shown: Betting,
  { startsAtMs, seal }: Pick<Betting, 'startsAtMs' | 'seal'>,
): boolean => startsAtMs !== shown.startsAtMs || (seal !== null && shown.seal === null);

/** The first round has no predecessor, and a process that has just started knows none. */
const follows = (previousRound: string | null, endedRound: string | undefined): boolean =>
  previousRound === null || endedRound === undefined || BigInt(previousRound) <= BigInt(endedRound);
