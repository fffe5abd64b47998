/**
 * Rounds and draws: the same for everybody, closed once that was shown, cashed out on the curve, or void with refunds.
 */
import { isExecuted, type RecordedCall, type RecordedEvent } from './events.ts';
import { findBets, findRounds, isCashOutCall, isStakeCall, type Bet, type RoundView } from './shapes.ts';

interface Round extends Omit<RoundView, 'facts'> {
  name: string;
  /** What was shown of it, by name, and to whom first. */
  facts: Map<string, { text: string; client: string; isContradicted: boolean }>;
  /** When somebody was first shown that it takes no bets. */
  closedMs: number;
  bets: { bet: Bet; call: RecordedCall }[];
}

/** How far a clock may be adjusted while a history is recorded, and what rounding to milliseconds adds. */
const toleranceMs = 25;

/** The time in the history at which an event was known. */
const knownMs = (event: RecordedEvent): number => (event.kind === 'push' ? event.atMs : event.endMs);

const collect = (events: readonly RecordedEvent[], faults: string[]): Map<string, Round> => {
  const rounds = new Map<string, Round>();
  for (const event of events) {
    const { client } = event;
    for (const view of findRounds(event)) {
      const name = `${view.game} ${view.round}`;
      const round = rounds.get(name) ?? { ...view, name, facts: new Map(), closedMs: Infinity, bets: [] };
      rounds.set(name, round);
      if (view.isClosed) round.closedMs = Math.min(round.closedMs, knownMs(event));
      round.isVoid ||= view.isVoid;
      round.isFinished ||= view.isFinished;
      round.flight ??= view.flight;
      round.crash ??= view.crash;
      for (const [fact, text] of view.facts) {
        const known = round.facts.get(fact) ?? { text, client, isContradicted: false };
        round.facts.set(fact, known);
        if (known.text === text || known.isContradicted) continue;
        known.isContradicted = true;
        faults.push(
          `${name} has two values of ${fact}: ${known.text} for ${known.client}, ${text} for ${client}`,
        );
      }
    }
    if (event.kind === 'push') continue;
    for (const bet of findBets(event))
      rounds.get(`${bet.game} ${bet.round}`)?.bets.push({ bet, call: event });
  }
  return rounds;
};

/** Bounds of the milliseconds to add to the history's clock for that of the site, by when bets were created. */
const findClock = (events: readonly RecordedEvent[]) => {
  const clock = { least: -Infinity, most: Infinity };
  for (const event of events) {
    if (event.kind === 'push' || !isStakeCall(event) || !isExecuted(event)) continue;
    for (const { createdAt } of findBets(event)) {
      const at = Date.parse(createdAt);
      if (Number.isNaN(at)) continue;
      clock.least = Math.max(clock.least, at - event.endMs);
      clock.most = Math.min(clock.most, at - event.startMs);
    }
  }
  return clock;
};

const curveAt = (growthPerMs: number, ms: number): number =>
  Math.floor(100 * Math.exp(growthPerMs * Math.max(0, ms)) + 1e-6) / 100;

const checkCashOut = (
  round: Round,
  bet: Bet,
  call: RecordedCall,
  clock: ReturnType<typeof findClock>,
): string[] => {
  const { cashOut } = bet;
  if (cashOut === undefined || bet.state === 'open') return [];
  const title = `the cash-out of bet ${bet.game} ${bet.id} of ${call.player} at ${cashOut}x`;
  const faults: string[] = [];
  if (round.crash !== undefined && cashOut > round.crash)
    faults.push(`${title} is above the crash at ${round.crash}x`);
  if (!isCashOutCall(call) || !isExecuted(call)) return faults;
  const { flight, crash } = round;
  // No clock fits both bounds if it was set in the meantime.
  if (!flight || clock.least > clock.most + toleranceMs) return faults;
  const latestMs = call.endMs + clock.most - flight.startedAtMs + toleranceMs;
  if (cashOut > curveAt(flight.growthPerMs, latestMs))
    faults.push(
      `${title} is above the curve, which was at ${curveAt(flight.growthPerMs, latestMs)}x at most`,
    );
  const earliestMs = call.startMs + clock.least - flight.startedAtMs - toleranceMs;
  if (crash !== undefined && bet.autoCashOut === undefined && curveAt(flight.growthPerMs, earliestMs) > crash)
    faults.push(`${title} was sent after the crash at ${crash}x`);
  return faults;
};

const checkRound = (round: Round, clock: ReturnType<typeof findClock>): string[] => {
  const faults: string[] = [];
  const { name, bets, closedMs, isVoid } = round;
  if (isVoid && round.isFinished) faults.push(`${name} is void, and was shown with a result`);
  for (const [id, seen] of Map.groupBy(bets, ({ bet }) => bet.id)) {
    const late = seen.find(({ call }) => isStakeCall(call) && isExecuted(call) && call.startMs > closedMs);
    if (late)
      faults.push(`bet ${name} ${id} of ${late.call.player} was accepted after ${name} had been closed`);
    faults.push(...new Set(seen.flatMap(({ bet, call }) => checkCashOut(round, bet, call, clock))));
    const kept = seen.find(({ bet }) => bet.state === 'over' && bet.paid === 0);
    if (isVoid && kept)
      faults.push(`${name} is void, and the stake of bet ${id} of ${kept.call.player} was not returned`);
  }
  return faults;
};

export const checkRounds = (events: readonly RecordedEvent[]): string[] => {
  const faults: string[] = [];
  const rounds = collect(events, faults);
  const clock = findClock(events);
  return [...faults, ...[...rounds.values()].flatMap((round) => checkRound(round, clock))];
};
