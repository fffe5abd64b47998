/** The stall of Double Trouble: the last number. */
import { defineGameStall } from '@fairground/game-kit/web';
import type { DoubleTroubleStall } from '../contract.ts';

export default defineGameStall<DoubleTroubleStall>({ last: ({ last }) => last?.toString() });
