/** What the director publishes about a draw to every process: the data of the messages that sockets get. */
import { defineBusEvent } from '@fairground/game-kit/server';
import * as z from 'zod/mini';
import { latestDrawData, lotterySealData } from '../contract.ts';

export const lotteryEvent = defineBusEvent({
  channel: 'lottery',
  version: 1,
  schema: z.extend(latestDrawData, {
    /** The step that the event announces; see `followSteps`. */
    step: z.number(),
    /** The seal of the next draw: null until its sales are closed. */
    seal: z.nullable(lotterySealData),
  }),
});

export type LotteryEvent = Parameters<typeof lotteryEvent.format>[0];
