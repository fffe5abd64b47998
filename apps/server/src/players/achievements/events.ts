/** What achievements publish on the bus. */
import * as z from 'zod/mini';
import { defineBusEvent } from '../../platform/messaging/bus-event.ts';

/** A player has reached something just now. What was awarded for older play is not published. */
export const achievementReachedEvent = defineBusEvent({
  channel: 'achievement-reached',
  version: 1,
  schema: z.object({ playerId: z.string().check(z.regex(/^\d{1,19}$/)), id: z.string() }),
});
