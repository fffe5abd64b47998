/** Brings what the operator did from a shell to this process: sockets of ended sessions close, changed players hear of it. */
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Log } from '../../platform/logger.ts';
import { deleteOldEvents, findNewestEvent, readEvents } from './sql/operator.sql.ts';

export interface OperatorNews {
  start(): Promise<void>;
  clean(): Promise<void>;
  stop(): void;
}

export interface OperatorNewsDeps {
  database: Database;
  clock: Clock;
  log: Log;
  sessionEnded: (sessionId: bigint) => void;
  playersChanged: (playerIds: readonly bigint[]) => void;
}

const pollMs = 1_000;

export const createOperatorNews = ({
  database: { query },
  clock,
  log,
  sessionEnded,
  playersChanged,
}: OperatorNewsDeps): OperatorNews => {
  let last = 0n;
  let timer: Timer | undefined;
  let stopped = false;

  const poll = async (): Promise<void> => {
    try {
      const news = await readEvents.run(query, { after: last });
      for (const { id, kind, subject } of news) {
        last = id;
        if (kind === 'ended_session') sessionEnded(subject);
        else playersChanged([subject]);
      }
    } catch (error) {
      log.debug({ err: error }, "the operator's news could not be read");
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
