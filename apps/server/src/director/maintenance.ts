/**
 * Maintenance of the complete site: no game accepts stakes, rounds without bets do not start, and what runs is finished
 * and paid. The switch is a row of the database, which every process reads each second.
 */
import type { Maintenance } from '@fairground/contract/maintenance';
import { repeat, type Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/logger.ts';
import { readMaintenance } from './sql/maintenance.sql.ts';

const pollMs = 1_000;

export const createMaintenanceWatch = ({
  database: { query },
  clock,
  log,
  countRunning,
  changed,
}: {
  database: Pick<Database, 'query'>;
  clock: Clock;
  log: Log;
  /** Rounds and draws with stakes that are not settled, and flights. */
  countRunning: () => Promise<number>;
  /** Called when what `current` returns has changed. */
  changed: (current: Maintenance | null) => void;
}) => {
  let current: Maintenance | null = null;
  /** Apart from `current`, so that a count that fails does not delay the switch. */
  let isOn = false;

  const read = async () => {
    const row = await readMaintenance.first(query);
    isOn = row !== undefined;
    const next = row
      ? {
          reason: { en: row.reason, ...(row.reason_es === null ? {} : { es: row.reason_es }) },
          since: row.since.toISOString(),
          running: await countRunning(),
        }
      : null;
    const hasChanged = JSON.stringify(next) !== JSON.stringify(current);
    current = next;
    if (!hasChanged) return;
    if (next) log.info({ running: next.running }, 'maintenance: no stakes are taken');
    else log.info('maintenance is over');
    changed(next);
  };
  const poll = repeat(clock, pollMs, read, (error) =>
    log.debug({ err: error }, 'the switch of maintenance could not be read'),
  );

  return {
    isOn: () => isOn,
    /** As players see it; null while it is off. */
    current: (): Maintenance | null => current,
    async load() {
      await read();
      poll.start();
    },
    stop: poll.stop,
  };
};
