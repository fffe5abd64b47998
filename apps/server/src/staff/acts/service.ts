/**
 * Applies what the operator did from a shell to this process: closes sockets of ended sessions, notifies changed
 * players.
 */
import { repeat, type Clock } from '../../platform/clock.ts';
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

  const read = async (): Promise<void> => {
    for (const { id, kind, subject } of await readEvents.run(query, { after: last })) {
      last = id;
      if (kind === 'ended_session') sessionEnded(subject);
      else playersChanged([subject]);
    }
  };
  const poll = repeat(clock, pollMs, read, (error) =>
    log.debug({ err: error }, 'reading the events of the operator failed'),
  );

  return {
    async start() {
      last = (await findNewestEvent.first(query))?.id ?? 0n;
      poll.start();
    },
    async clean() {
      await deleteOldEvents.run(query);
    },
    stop: poll.stop,
  };
};
