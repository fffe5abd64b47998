/** What seasons publish on the bus. */
import { seasonMonth } from '@fairground/contract/seasons';
import * as z from 'zod/mini';
import { defineBusEvent } from '../../platform/messaging/bus-event.ts';

/** The places of a month were stored. */
export const seasonEndedEvent = defineBusEvent({
  channel: 'season-ended',
  version: 1,
  schema: z.object({ month: seasonMonth }),
});
