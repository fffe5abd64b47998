/** The console's page of the newsletter. */
import * as z from 'zod/mini';

/** GET /console/newsletter: confirmed addresses, and those of them whose language is Spanish. */
export const subscribersAnswer = z.object({ confirmed: z.number(), spanish: z.number() });
