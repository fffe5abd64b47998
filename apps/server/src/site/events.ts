/** The bus events of the core: what concerns players and their sessions, whatever they play. */
import { userSchema } from '@fairground/contract/user';
import * as z from 'zod/mini';
import { defineBusEvent } from '../platform/messaging/bus-event.ts';

/** A player changed; the event is the player as answers show them. */
export const userChangedEvent = defineBusEvent({
  channel: 'user',
  version: 1,
  schema: userSchema,
  trustsOwn: true,
});

const id = z.string().check(z.regex(/^\d{1,19}$/));

/** Players whose balances must be refetched. */
export const playersChangedEvent = defineBusEvent({
  channel: 'players-changed',
  version: 1,
  schema: z.object({ playerIds: z.array(id) }),
});

/** Players whose lists of notices changed. */
export const noticesChangedEvent = defineBusEvent({
  channel: 'notices-changed',
  version: 1,
  schema: z.object({ playerIds: z.array(id) }),
});

export const sessionEndedEvent = defineBusEvent({
  channel: 'session-ended',
  version: 1,
  schema: z.object({ sessionId: id }),
});
