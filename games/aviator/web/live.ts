/** Live messages become actions of the reducer. */
import { defineGameLive, serverNowMs } from '@fairground/game-kit/web';
import { live } from '@fairground/site-kit/live/live.ts';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { liveMessages, topic, type AviatorDrawResult } from '../contract.ts';
import { aviatorCache, keys } from './stage/cache.ts';
import { createFlightTracker } from './flight-tracker.ts';

export const flightTracker = createFlightTracker();

/** After so long without a confirmation in flight the page says that the connection is silent. */
const lateMs = 2_000;

let lateTimer: ReturnType<typeof setTimeout> | undefined;

/** Takes a confirmation of the flight, and waits for the next one while it is in the air. */
export const confirmFlight = (draw: AviatorDrawResult): void => {
  flightTracker.learn(draw, serverNowMs());
  clearTimeout(lateTimer);
  // After the tracker's delay the picture stops.
  if (draw.status === 'ongoing')
    lateTimer = setTimeout(() => live.probe(true), flightTracker.delayMs() + lateMs);
};

export const aviatorLive = defineGameLive({
  topic,
  messages: liveMessages,
  handlers: {
    aviatorDrawResult_response: (payload) => {
      if (payload.success) confirmFlight(payload.data);
      aviatorCache.dispatch(payload.success ? { type: 'draw', draw: payload.data } : { type: 'drawFailed' });
    },
    aviatorCountdown_response: (payload) =>
      void aviatorCache.dispatch(
        payload.success ? { type: 'countdown', countdown: payload.data } : { type: 'countdownFailed' },
      ),
    aviatorSeal_response: (payload) => {
      if (payload.success) aviatorCache.dispatch({ type: 'sealed', seal: payload.data });
    },
  },
  // A flight continues unseen: a player who returns waits for the next message.
  onLeave: () => {
    clearTimeout(lateTimer);
    queryClient.removeQueries({ queryKey: keys.rounds });
  },
});
