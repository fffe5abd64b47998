/** The console's switch of maintenance. */
import * as z from 'zod/mini';

const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));

/** POST /console/maintenance/start; players read the reason. */
export const startMaintenanceBody = z.strictObject({ reason, reasonEs: z.optional(reason) });
