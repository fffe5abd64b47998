/**
 * While the bus is unavailable, parts refresh from the database every second, since they miss its events; once it is
 * back, they refresh again for what was missed in between, also where it was away for less than a second.
 */
import type { Bus } from './bus.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Log } from '../logger.ts';

const pollEveryMs = 1_000;

export const watchBus = ({
  bus,
  clock,
  log,
  parts,
}: {
  bus: Pick<Bus, 'state' | 'outages'>;
  clock: Clock;
  log: Log;
  parts: readonly { refresh?: () => Promise<void> }[];
}): Timer => {
  let wasAway = false;
  let seenOutages = bus.outages();
  let isReading = false;
  return clock.setInterval(() => {
    const isAway = bus.state() === 'away';
    const outages = bus.outages();
    const isMissing = isAway || wasAway || outages !== seenOutages;
    if (!isMissing || isReading) return;
    wasAway = true;
    seenOutages = outages;
    isReading = true;
    void Promise.allSettled(parts.map(async (part) => part.refresh?.()))
      .then((results) => {
        const failed = results.find((result) => result.status === 'rejected');
        if (failed) log.debug({ err: failed.reason }, 'a state could not be read');
        // Where it could not be read, it is tried again also when the bus is back.
        else wasAway = isAway;
      })
      .finally(() => {
        isReading = false;
      });
  }, pollEveryMs);
};
