/**
 * An event on the bus with a version and a schema. Old and new processes run side by side during an upgrade,
 * so a message that another version sent, or that does not fit, is ignored rather than trusted or thrown on.
 */
import * as z from 'zod/mini';

export type IgnoredReason = 'malformed' | 'unknown_version';

export interface BusEvent<Event extends object> {
  channel: string;
  version: number;
  /**
   * Whether handlers of the process that publishes an event get it as it is, members that the schema does not name
   * included. For events that are too frequent to be read again.
   */
  trustsOwn: boolean;
  format(event: Event): string;
  parse(message: string): { ok: true; event: Event } | { ok: false; reason: IgnoredReason };
}

/** The version is sent as `v` with the event's members. */
const versioned = z.looseObject({ v: z.number() });

export const defineBusEvent = <Event extends object>({
  channel,
  version,
  schema,
  trustsOwn = false,
}: {
  channel: string;
  version: number;
  schema: z.ZodMiniType<Event>;
  trustsOwn?: boolean;
}): BusEvent<Event> => ({
  channel,
  version,
  trustsOwn,
  format: (event) => JSON.stringify({ v: version, ...event }),
  parse(message) {
    const envelope = versioned.safeParse(parseJson(message));
    if (!envelope.success) return { ok: false, reason: 'malformed' };
    if (envelope.data.v !== version) return { ok: false, reason: 'unknown_version' };
    const parsed = schema.safeParse(envelope.data);
    return parsed.success ? { ok: true, event: parsed.data } : { ok: false, reason: 'malformed' };
  },
});

const parseJson = (message: string): unknown => {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
};
