/** The calls of the game. What the server answers goes through the reducer, into the cache. */
import { mutationOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { cachedGameConfig, loadGamesConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { postSeededCoins, request } from '@fairground/site-kit/api/request.ts';
import { setUser } from '@fairground/site-kit/session/session.ts';
import {
  doubleTroubleConfig,
  doubleTroubleCreateAnswer,
  doubleTroubleStatusSchema,
  doubleTroubleUserHistory,
  type DoubleTroubleBet,
  type DoubleTroubleCreateBody,
  type DoubleTroubleSeal,
} from '../contract.ts';
import { doubleTroubleCache, keys } from './cache.ts';
import { hasUnknownEnd, type KnownStatus } from './state.ts';
import type { DoubleTroubleMax } from '../rules.ts';

export const configKey = { id: 'doubleTrouble', schema: doubleTroubleConfig };

/** An end that only the server knows is fetched again after this time. */
const refetchEndMs = 1_000;

export const statusQuery = queryOptions({
  queryKey: keys.status,
  queryFn: async ({ signal }): Promise<KnownStatus> => {
    const [status, max] = await Promise.all([
      request('/doubleTrouble/status', { answer: doubleTroubleStatusSchema, signal }),
      loadMax(),
    ]);
    const { status: known } = doubleTroubleCache.dispatch({ type: 'statusReceived', status, max });
    return known ?? { latest: status, failed: false };
  },
  staleTime: 0,
});

export const betsQuery = queryOptions({
  queryKey: keys.bets,
  queryFn: async ({ signal }): Promise<readonly DoubleTroubleBet[]> => {
    const [bets, max] = await Promise.all([
      request('/doubleTrouble/userHistory', { answer: doubleTroubleUserHistory, signal }),
      loadMax(),
    ]);
    return doubleTroubleCache.dispatch({ type: 'betsLoaded', bets, max }).bets ?? bets;
  },
  staleTime: 0,
  refetchInterval: () => (hasUnknownEnd(doubleTroubleCache.state()) ? refetchEndMs : false),
});

/** Changed by live messages alone. */
export const sealQuery = queryOptions<DoubleTroubleSeal>({ queryKey: keys.seal, queryFn: skipToken });

/** Throws `ApiError` when refused. */
export const placeBetMutation = mutationOptions({
  mutationFn: async (
    bet: Omit<DoubleTroubleCreateBody, 'drawId' | 'clientSeed'>,
  ): Promise<DoubleTroubleBet> => {
    const drawId = doubleTroubleCache.state().status?.latest?.next.drawId;
    const body = { ...bet, ...(drawId === undefined ? {} : { drawId }) };
    const answer = await postSeededCoins('/doubleTrouble/create', body, doubleTroubleCreateAnswer);
    setUser(answer.user);
    doubleTroubleCache.dispatch({ type: 'betPlaced', bet: answer.bet });
    return answer.bet;
  },
});

/** The range that is drawn from, which bets are settled by; null where it is not known. */
export const cachedMax = (): DoubleTroubleMax | null => {
  const max = cachedGameConfig(configKey)?.max;
  return max === 30 || max === 50 ? max : null;
};

async function loadMax(): Promise<DoubleTroubleMax | null> {
  await loadGamesConfig();
  return cachedMax();
}
