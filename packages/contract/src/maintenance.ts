/** Maintenance of the complete site, as players see it. */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';

export const maintenanceSchema = z.object({
  /** By language; Spanish only where the operator wrote one. */
  reason: z.object({ en: z.string(), es: z.optional(z.string()) }),
  since: instant,
  /** Rounds and draws that are still to be finished; at 0 the site is closed. */
  running: z.number(),
});

export type Maintenance = z.infer<typeof maintenanceSchema>;

/** maintenance_response, on the topic of the site itself: when it changes, and to a new connection while it is on. */
export const maintenanceData = z.object({ maintenance: z.nullable(maintenanceSchema) });

export type MaintenanceData = z.infer<typeof maintenanceData>;
