/** Invitations to a site that is not open to everybody, for operators. */
import * as z from 'zod/mini';
import { registrationSchema } from '../registration.ts';
import { instant, integerWithin } from '../primitives.ts';

export const invitationDays = { min: 1, max: 365, usual: 30 } as const;

/**
 * POST /console/invitations: `note` says for whom it is: the staff read it, and whoever used it
 * in the export of their data.
 */
export const inviteBody = z.strictObject({
  note: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  days: integerWithin(invitationDays),
});
/** The link is shown this once. */
export const inviteAnswer = z.object({ link: z.string(), expiresAt: instant });

/** POST /console/invitations/{id}/end */
export const endInvitationParams = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });

/** GET /console/invitations: the newest 200. */
export const invitationsAnswer = z.object({
  registration: registrationSchema,
  invitations: z.array(
    z.object({
      id: z.string(),
      note: z.string(),
      state: z.enum(['open', 'used', 'ended', 'expired']),
      createdAt: instant,
      expiresAt: instant,
      /** When it was used or ended. */
      endedAt: z.nullable(instant),
      usedBy: z.nullable(z.object({ id: z.string(), username: z.string() })),
    }),
  ),
});

export type InvitationsAnswer = z.infer<typeof invitationsAnswer>;
