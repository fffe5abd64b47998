/** Changing the email address of an account: it is changed once both addresses have confirmed it by a mailed link. */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';
import { proofFields } from './reauthentication.ts';

const email = z.string().check(z.maxLength(254), z.email());
const token = z.string().check(z.minLength(1), z.maxLength(256));

/** POST /user/email */
export const emailChangeBody = z.strictObject({ email, ...proofFields });

/** GET and POST /user/email. The answer is the same whether or not another account has the address. */
export const emailChangeAnswer = z.object({
  /** Null where no change is waiting. */
  pending: z.nullable(
    z.object({
      email: z.string(),
      expiresAt: instant,
      /** Whether the link in the mail to the new address was used. */
      newConfirmed: z.boolean(),
      /**
       * Whether the link in the mail to the present address was used; true where that gets no mail: it was never
       * confirmed, or it does not exist.
       */
      oldConfirmed: z.boolean(),
    }),
  ),
});

/** POST /auth/confirm-new-email and POST /auth/cancel-new-email, with the token of either mail. */
export const newEmailTokenBody = z.strictObject({ token });

/** False while the other address has not confirmed the change. */
export const newEmailAnswer = z.object({ changed: z.boolean() });

export type EmailChangeBody = z.infer<typeof emailChangeBody>;
export type EmailChange = z.infer<typeof emailChangeAnswer>;
