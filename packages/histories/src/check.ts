/**
 * Says whether one order of events explains what clients saw. It looks at each player and each round in one pass, by
 * the versions in the answers; a general search would take exponential time.
 */
import { checkBalances } from './balances.ts';
import { readBets } from './bets.ts';
import type { RecordedEvent } from './events.ts';
import { checkRepeats } from './repeats.ts';
import { nameTicketLists } from './shapes.ts';
import { checkRounds } from './rounds.ts';

/** A sentence for each fault. */
export const checkHistory = (recorded: readonly RecordedEvent[]): { faults: string[] } => {
  const events = nameTicketLists(recorded);
  const faults = checkRounds(events);
  for (const [player, own] of Map.groupBy(events, (event) => event.player)) {
    const bets = readBets(player, own);
    faults.push(...bets.faults, ...checkRepeats(player, own), ...checkBalances(player, own, bets.movements));
  }
  return { faults };
};
