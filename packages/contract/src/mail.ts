/** What a mail provider reports about mails of the site. */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';

/** `hard`: there is no such mailbox; `soft`: it did not take this mail; `complaint`: the reader reported it as spam. */
export const bounceKinds = ['soft', 'hard', 'complaint'] as const;

/** POST /mail/bounces, with `Authorization: Bearer` and the secret of MAIL_BOUNCE_SECRET. */
export const bounceBody = z.strictObject({
  address: z.string().check(z.maxLength(254), z.email()),
  kind: z.enum(bounceKinds),
  /** When the mail came back or was reported. */
  at: instant,
  messageId: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,250}$/))),
});

export type BounceKind = (typeof bounceKinds)[number];
export type BounceBody = z.infer<typeof bounceBody>;
