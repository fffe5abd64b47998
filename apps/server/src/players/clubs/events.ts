/** What clubs publish on the bus. */
import * as z from 'zod/mini';
import { defineBusEvent } from '../../platform/messaging/bus-event.ts';

const id = z.string().check(z.regex(/^\d{1,18}$/));

/** Members, name, owner or codes of a club changed, or it has ended. */
export const clubChangedEvent = defineBusEvent({
  channel: 'club-changed',
  version: 1,
  schema: z.object({ clubId: id }),
});

/** A member sent a sign to the club alone. */
export const clubSignEvent = defineBusEvent({
  channel: 'club-sign',
  version: 1,
  schema: z.object({
    clubId: id,
    game: z.string(),
    userId: id,
    username: z.string(),
    sign: z.string().check(z.maxLength(32)),
  }),
});

/** An id of the wire; undefined where nothing can have it. */
export const parseId = (text: string): bigint | undefined =>
  id.safeParse(text).success ? BigInt(text) : undefined;
