/** Messages to the operator, and the newsletter. */
import * as z from 'zod/mini';
import { id } from './primitives.ts';

const email = z.string().check(z.maxLength(254), z.email());
const line = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/** POST /contactus/create; all four are required. */
export const contactBody = z.strictObject({
  name: line(100),
  email,
  title: line(200),
  description: line(5_000),
});

export const contactAnswer = z.object({ id });
export type ContactBody = z.infer<typeof contactBody>;
export type ContactAnswer = z.infer<typeof contactAnswer>;

/** POST /newsletter */
export const newsletterBody = z.strictObject({
  email,
  /** The page's language. */
  language: z.optional(z.enum(['en', 'es'])),
});

/** POST /newsletter/confirm and /newsletter/unsubscribe, and the query of /newsletter/one-click */
export const newsletterTokenBody = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(256)),
});
