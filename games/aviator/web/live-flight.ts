/** The flight that is on, for the stage. */
import { smoothServerNowMs } from '@fairground/game-kit/web';
import type { FlightSource } from './stage/aviator-stage.tsx';
import { flightTracker } from './live.ts';

export const liveFlight: FlightSource = {
  flightMs({ phase, startedAtMs, growthPerMs }) {
    if (phase !== 'flying' || startedAtMs === null) return 0;
    return flightTracker.drawnMs({ startedAtMs, growthPerMs }, smoothServerNowMs());
  },
};
