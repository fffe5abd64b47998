/** Applies what the operator did from a shell to this process: closes sockets of ended sessions, notifies changed players. */
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/logger.ts';
import { deleteOldEvents, findNewestEvent, readEvents } from './sql/operator.sql.ts';

const pollMs = 1_000;

export const createOperatorEvents = ({
  database: { query },
  clock,
  log,
  sessionEnded,
  playersChanged,
}: {
  database: Database;
  clock: Clock;
  log: Log;
  sessionEnded: (sessionId: bigint) => void;
  playersChanged: (playerIds: readonly bigint[]) => void;
}) => {
  let last = 0n;
  let timer: Timer | undefined;
  let stopped = false;

  const poll = async (): Promise<void> => {
    try {
      const events = await readEvents.run(query, { after: last });
      for (const { id, kind, subject } of events) {
        last = id;
        if (kind === 'ended_session') sessionEnded(subject);
        else playersChanged([subject]);
      }
    } catch (error) {
      log.debug({ err: error }, 'reading the events of the operator failed');
    } finally {
      if (!stopped) timer = clock.setTimeout(() => void poll(), pollMs);
    }
  };

  return {
    async start() {
      last = (await findNewestEvent.first(query))?.id ?? 0n;
      timer = clock.setTimeout(() => void poll(), pollMs);
    },
    async clean() {
      await deleteOldEvents.run(query);
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
};
