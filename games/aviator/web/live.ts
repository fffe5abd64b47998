/** Live messages become actions of the reducer. */
import { defineGameLive, serverNowMs } from '@fairground/game-kit/web';
import { queryClient } from '@fairground/web/shared/api/query-client.ts';
import { liveMessages, topic } from '../contract.ts';
import { aviatorCache, keys } from './cache.ts';
import { createFlightTracker } from './flight-tracker.ts';

export const flightTracker = createFlightTracker();

export const aviatorLive = defineGameLive({
  topic,
  messages: liveMessages,
  handlers: {
    aviatorDrawResult_response: (payload) => {
      if (payload.success) flightTracker.learn(payload.data, serverNowMs());
      aviatorCache.dispatch(payload.success ? { type: 'draw', draw: payload.data } : { type: 'drawFailed' });
    },
    aviatorCountdown_response: (payload) =>
      void aviatorCache.dispatch(
        payload.success ? { type: 'countdown', countdown: payload.data } : { type: 'countdownFailed' },
      ),
  },
  // A flight continues unseen: a player who returns waits for the next message.
  onLeave: () => queryClient.removeQueries({ queryKey: keys.rounds }),
});
