/** What the director tells every process of a draw, over the bus: the message that sockets get, whole. */
import type { LatestDraw } from '@fairground/game-lottery/contract';

export type LotteryEvent = LatestDraw;

export const lotteryChannel = 'lottery';
