/** Live messages become actions of the reducer. */
import { defineGameLive } from '@fairground/game-kit/web';
import { latestDrawData } from '../contract.ts';
import { lotteryCache } from './cache.ts';

export const lotteryLive = defineGameLive({
  topic: 'lottery',
  messages: { latestDraw_response: latestDrawData },
  handlers: {
    latestDraw_response: (payload) =>
      void lotteryCache.dispatch(
        payload.success ? { type: 'drawReceived', draw: payload.data } : { type: 'drawFailed' },
      ),
  },
});
