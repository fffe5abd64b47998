/**
 * Players may hide their names at the tables of rounds. Each process holds the set of those who do, so that a bet costs
 * no query for it, and a change applies to the table that is shown now.
 */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { Visibility } from '@fairground/contract/user';
import * as z from 'zod/mini';
import { defineBusEvent } from '../../platform/messaging/bus-event.ts';
import type { EventBus } from '../../platform/messaging/event-bus.ts';
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/visibility.sql.ts';

export const visibilityEvent = defineBusEvent({
  channel: 'visibility',
  version: 1,
  schema: z.object({ playerId: z.string().check(z.regex(/^\d{1,19}$/)), hideName: z.boolean() }),
});

export const createVisibilityService = ({
  database: { query },
  bus,
}: {
  database: Database;
  bus: Pick<EventBus, 'publish' | 'subscribe'>;
}) => {
  let hidden = new Set<string>();
  /** Grows with every event, so that rows read before one are recognized as stale. */
  let events = 0;
  bus.subscribe(visibilityEvent, ({ playerId, hideName }) => {
    events += 1;
    if (hideName) hidden.add(playerId);
    else hidden.delete(playerId);
  });
  return {
    hidesName: (playerId: string) => hidden.has(playerId),
    async find(playerId: bigint): Promise<Result<Visibility>> {
      const row = await sql.findVisibility.first(query, { playerId });
      return row ? accept({ hideName: row.hides_name }) : refuse('not_signed_in');
    },
    async change(playerId: bigint, { hideName }: Visibility): Promise<Result<Visibility>> {
      const row = await sql.setVisibility.first(query, { playerId, hidesName: hideName });
      if (!row) return refuse('not_signed_in');
      bus.publish(visibilityEvent, { playerId: String(playerId), hideName });
      return accept({ hideName: row.hides_name });
    },
    /** Reads who hides their name: at the start, and after events may have been missed. */
    async load() {
      const seen = events;
      const rows = await sql.listHidden.run(query);
      if (events === seen) hidden = new Set(rows.map(({ id }) => String(id)));
    },
  };
};

export type VisibilityService = ReturnType<typeof createVisibilityService>;
