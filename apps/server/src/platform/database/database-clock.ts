/** The database's clock as this process knows it: rounds are a function of that clock, not of this machine's. */
import { repeat, type Clock } from '../clock.ts';
import type { Database } from './database.ts';
import { readClock } from './sql/clock.sql.ts';

const refreshMs = 5_000;

/** Asks once before it returns, then every few seconds; a slow answer counts less than a quick one. */
export const startDatabaseClock = async (database: Database, clock: Clock) => {
  let offsetMs = clock.now() - clock.monotonic();

  const ask = async () => {
    const sentAt = clock.monotonic();
    const row = await readClock.first(database.query);
    const answeredAt = clock.monotonic();
    if (!row) return;
    const measured = row.now.getTime() - (sentAt + answeredAt) / 2;
    const uncertainty = (answeredAt - sentAt) / 2;
    if (Math.abs(measured - offsetMs) > uncertainty) offsetMs = measured;
  };

  await ask();
  const poll = repeat(clock, refreshMs, ask, () => undefined);
  poll.start();
  return { nowMs: () => clock.monotonic() + offsetMs, stop: poll.stop };
};
