/** Live messages become actions of the reducer. */
import { defineGameLive } from '@fairground/game-kit/web';
import { liveMessages, topic } from '../contract.ts';
import { lotteryCache } from './cache.ts';

export const lotteryLive = defineGameLive({
  topic,
  messages: liveMessages,
  handlers: {
    latestDraw_response: (payload) =>
      void lotteryCache.dispatch(
        payload.success ? { type: 'drawReceived', draw: payload.data } : { type: 'drawFailed' },
      ),
    lotterySeal_response(payload) {
      if (payload.success) lotteryCache.dispatch({ type: 'sealed', seal: payload.data });
    },
  },
});
