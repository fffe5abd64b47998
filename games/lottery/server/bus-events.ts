/** What the director publishes about a draw to every process: the data of the message that sockets get. */
import { defineBusEvent } from '@fairground/game-kit/server';
import { latestDrawData } from '../contract.ts';

export const lotteryEvent = defineBusEvent({ channel: 'lottery', version: 1, schema: latestDrawData });
