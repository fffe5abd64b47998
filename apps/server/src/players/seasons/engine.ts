/** Ends seasons: stores the first hundred of each month once it is over, also of months in which no site ran. */
import type { Engine } from '../../director/director.ts';
import type { EventBus } from '../../platform/messaging/event-bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { seasonEndedEvent } from './events.ts';
import { endSeason } from './sql/seasons.sql.ts';

export interface SeasonsEngineDeps {
  query: Database['query'];
  bus: Pick<EventBus, 'publish'>;
  /** Called after the commit with players whose lists of notices have a new entry. */
  noticesChanged: (playerIds: readonly bigint[]) => void;
}

const checkEveryMs = 10_000;

export const createSeasonsEngine = ({ query, bus, noticesChanged }: SeasonsEngineDeps): Engine => ({
  name: 'seasons',
  async step({ epoch }) {
    const ended = await endSeason.first(query, { epoch });
    if (!ended) return checkEveryMs;
    bus.publish(seasonEndedEvent, { month: ended.month });
    noticesChanged(ended.notified);
    // More months may be due.
    return 0;
  },
});
