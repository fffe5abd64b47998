/** Switches maintenance on and off, for a command and the console; each is logged. */
import type { RowOf } from '@fairground/sql';
import type { Database } from '../../platform/database/database.ts';
import { logCommand } from './log.ts';
import * as sql from './sql/maintenance.sql.ts';

export interface MaintenanceReason {
  /** Shown to players. */
  reason: string;
  /** In Spanish; absent shows the other one in both languages. */
  reasonEs?: string | undefined;
}

interface Act {
  /** Absent for a command from a shell. */
  staffId?: bigint;
}

type Transacting = Pick<Database, 'transaction'>;

/** False where it is on already; its reason stays. */
export const startMaintenance = (
  database: Transacting,
  { reason, reasonEs }: MaintenanceReason,
  { staffId }: Act = {},
): Promise<boolean> =>
  database.transaction(async (on) => {
    const started = await sql.startMaintenance.first(on, {
      reason,
      reasonEs: reasonEs ?? null,
      staffId: staffId ?? null,
    });
    if (!started) return false;
    await logCommand(
      on,
      'maintenance on',
      {},
      { ...(staffId === undefined ? {} : { staffId }), after: { reason, reasonEs } },
    );
    return true;
  });

/** False where it is off already. */
export const endMaintenance = (database: Transacting, { staffId }: Act = {}): Promise<boolean> =>
  database.transaction(async (on) => {
    const ended = await sql.endMaintenance.first(on);
    if (!ended) return false;
    await logCommand(
      on,
      'maintenance off',
      {},
      {
        ...(staffId === undefined ? {} : { staffId }),
        before: { reason: ended.reason, since: ended.since },
      },
    );
    return true;
  });

export const findMaintenance = (
  query: Database['query'],
): Promise<RowOf<typeof sql.findMaintenance> | undefined> => sql.findMaintenance.first(query);
