/** The player's bets whose flight was not seen to its end, or that a parachute ended: the connection was lost. */
import { useState } from 'react';
import { useGameEvents } from '@fairground/game-kit/web';
import type { AviatorBet } from '../contract.ts';
import { aviatorCache } from './stage/cache.ts';

const none: readonly string[] = [];

/**
 * Bets that were pending when the connection was lost, until another bet is placed. A cash-out that is seen
 * has a toast, which says what it paid. A page that was closed in between is told of a parachute too.
 */
export function useUnseenBets(bets: readonly AviatorBet[] | undefined, away: boolean): readonly AviatorBet[] {
  'use memo';
  const [ids, setIds] = useState(none);
  const pending = bets?.filter(({ outcome }) => outcome === 'pending') ?? [];
  const isNew = pending.some(({ id }) => !ids.includes(id));
  if (isNew && away) setIds(pending.map(({ id }) => id));
  if (isNew && !away && ids.length > 0) setIds(none);
  useGameEvents(aviatorCache.events, (event) => {
    if (event.type === 'betEnded' && event.bet.outcome === 'win')
      setIds((before) => before.filter((id) => id !== event.bet.id));
  });
  const newestRound = bets?.[0]?.roundId;
  return (
    bets?.filter(
      ({ id, roundId, endedBy }) => ids.includes(id) || (endedBy === 'parachute' && roundId === newestRound),
    ) ?? []
  );
}
