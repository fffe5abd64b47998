/** RFC 9457 problem documents, the body of every answer that is not a success. */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';
import { errorCodes } from './errors.ts';

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.enum(errorCodes),
  errors: z.optional(
    z.array(
      z.object({
        path: z.string(),
        message: z.string(),
        /** One of `fieldReasons`, for pages in another language than the message; there may be more later. */
        reason: z.optional(z.string()),
      }),
    ),
  ),
  /** From POST /auth/login for a player with a second factor: POST /auth/login/second-factor takes the token. */
  challenge: z.optional(z.object({ token: z.string(), expiresAt: instant })),
});

export type Problem = z.infer<typeof problemSchema>;
