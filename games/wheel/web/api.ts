/** The calls of the game. What the server answers goes through the reducer, into the cache. */
import { mutationOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { delayUser } from '@fairground/site-kit/session/session.ts';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import type { SpinWheelData } from '../contract.ts';
import { wheelRules } from '../rules.ts';
import { keys, wheelCache } from './cache.ts';
import { requestSpin, SpinFailure } from './request-spin.ts';
import type { WheelMotion } from './state.ts';
import { todayQuery } from './today-query.ts';

export { todayQuery };

/** Changed by spins on this page alone. */
export const motionQuery = queryOptions<WheelMotion>({ queryKey: keys.motion, queryFn: skipToken });

/** Where nothing turns, the result still takes a moment to be seen. */
const stillMs = 1200;

/**
 * Resolves when the wheel has stopped; until then the player's new balance is not shown. Runs to its end where the
 * dialog is closed in the meantime. Throws `SpinFailure`.
 */
export const spinMutation = mutationOptions({
  mutationFn: async (): Promise<SpinWheelData> => {
    const release = delayUser();
    wheelCache.dispatch({ type: 'spinRequested' });
    try {
      const spin = (await requestSpin()) ?? (await fetchSpin());
      wheelCache.dispatch({ type: 'spinDrawn', spin });
      await wait(matchMedia('(prefers-reduced-motion: reduce)').matches ? stillMs : wheelRules.settledMs);
      return spin;
    } finally {
      wheelCache.dispatch({ type: 'spinEnded' });
      release();
    }
  },
  onError: () => queryClient.invalidateQueries({ queryKey: keys.today }),
});

/** The answer to a spin may be lost on its way; what was drawn shows in the state of today. */
async function fetchSpin(): Promise<SpinWheelData> {
  const { spin } = await queryClient.fetchQuery({ ...todayQuery, staleTime: 0 });
  if (spin === null) throw new SpinFailure();
  return spin;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
