/** The calls of the game. What the server answers goes through the reducer, into the cache. */
import { mutationOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { postCoins, postSeededCoins, request } from '@fairground/site-kit/api/request.ts';
import { setUser } from '@fairground/site-kit/session/session.ts';
import {
  aviatorCashOutAnswer,
  aviatorConfig,
  aviatorCreateAnswer,
  aviatorGlobalHistory,
  aviatorUserHistory,
  type AviatorBet,
} from '../contract.ts';
import type { BetSlot } from '../rules.ts';
import { aviatorCache, keys } from './stage/cache.ts';
import type { AviatorRounds, Crash } from './stage/state.ts';

export const configKey = { id: 'aviator', schema: aviatorConfig };

/** Comes by live messages alone. */
export const roundsQuery = queryOptions<AviatorRounds>({ queryKey: keys.rounds, queryFn: skipToken });

export const betsQuery = queryOptions({
  queryKey: keys.bets,
  queryFn: async ({ signal }): Promise<readonly AviatorBet[]> => {
    const bets = await request('/aviator/userHistory', { answer: aviatorUserHistory, signal });
    return aviatorCache.dispatch({ type: 'betsLoaded', bets }).bets ?? bets;
  },
  staleTime: 0,
});

export const crashesQuery = queryOptions({
  queryKey: keys.crashes,
  queryFn: async ({ signal }): Promise<readonly Crash[]> => {
    const crashes = await request('/aviator/globalHistory', { answer: aviatorGlobalHistory, signal });
    return aviatorCache.dispatch({ type: 'crashesLoaded', crashes }).crashes ?? crashes;
  },
  staleTime: 0,
});

export interface BetToPlace {
  slot: BetSlot;
  amount: number;
  autoCashOut: number | null;
  parachute: boolean;
  /** The one that the player saw, which a message may have replaced since; null if none was known. */
  roundId: string | null;
}

/** Slot 1 is not named, as before there was another. */
const named = (slot: BetSlot): { slot?: BetSlot } => (slot === 1 ? {} : { slot });

/** Throws `ApiError` when refused. */
export const placeBetMutation = mutationOptions({
  mutationFn: async (bet: BetToPlace): Promise<AviatorBet> => {
    const body = {
      amount: bet.amount,
      ...(bet.autoCashOut === null ? {} : { autoCashOut: bet.autoCashOut }),
      ...(bet.parachute ? { parachute: true } : {}),
      ...(bet.roundId === null ? {} : { roundId: bet.roundId }),
      ...named(bet.slot),
    };
    const answer = await postSeededCoins('/aviator/create', body, aviatorCreateAnswer);
    setUser(answer.user);
    aviatorCache.dispatch({ type: 'betPlaced', bet: answer.bet });
    return answer.bet;
  },
});

/** Throws `ApiError` when refused. */
export const cashOutMutation = mutationOptions({
  mutationFn: async (asked: {
    slot: BetSlot;
    roundId: string;
    crashMultiplier: number;
  }): Promise<AviatorBet> => {
    const { slot, ...rest } = asked;
    const body = { ...rest, ...named(slot) };
    const answer = await postCoins('/aviator/cashout', body, aviatorCashOutAnswer);
    setUser(answer.user);
    aviatorCache.dispatch({ type: 'cashedOut', bet: answer.aviatorBidSave });
    return answer.aviatorBidSave;
  },
});
