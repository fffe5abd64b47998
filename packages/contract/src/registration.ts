/**
 * Who may open an account: everybody, those who are invited, or nobody. In `GET /games/config`, whose
 * schema on pages leaves it out.
 */
import * as z from 'zod/mini';

export const registrationSchema = z.enum(['open', 'invite', 'closed']);
export type Registration = z.infer<typeof registrationSchema>;
