/** The stall of the lottery: the numbers of the last draw. */
import { defineGameStall } from '@fairground/game-kit/web';
import type { LotteryStall } from '../contract.ts';

export default defineGameStall<LotteryStall>({ last: ({ last }) => last?.join(' ') });
