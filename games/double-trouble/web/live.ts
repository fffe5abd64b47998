/** Live messages become actions of the reducer. */
import { defineGameLive } from '@fairground/game-kit/web';
import { liveMessages, topic } from '../contract.ts';
import { cachedMax } from './api.ts';
import { doubleTroubleCache } from './cache.ts';

export const doubleTroubleLive = defineGameLive({
  topic,
  messages: liveMessages,
  handlers: {
    doubleTroubleStatus_response: (payload) =>
      void doubleTroubleCache.dispatch(
        payload.success
          ? { type: 'statusReceived', status: payload.data, max: cachedMax() }
          : { type: 'statusFailed' },
      ),
    doubleTroubleSeal_response(payload) {
      if (payload.success) doubleTroubleCache.dispatch({ type: 'sealed', seal: payload.data });
    },
  },
});
