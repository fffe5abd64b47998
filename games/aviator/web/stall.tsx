/** The stall of Aviator: the flight that is on, and the last crash. */
import { defineGameStall } from '@fairground/game-kit/web';
import type { AviatorStall } from '../contract.ts';

export default defineGameStall<AviatorStall>({
  loadPicture: async () => (await import('./stall-flight.tsx')).StallFlight,
  last: ({ last }, { formatTwoDecimals }) => (last === undefined ? undefined : `${formatTwoDecimals(last)}x`),
});
