/** The console's inbox of the contact page. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';

const id = z.string().check(z.regex(/^\d{1,18}$/));

/** GET /console/contact?all=yes: the newest ones without an answer, or all. */
export const inboxQuery = z.strictObject({ all: z.optional(z.literal('yes')) });
export const inboxAnswer = z.object({
  messages: z.array(
    z.object({
      id,
      at: instant,
      name: z.string(),
      email: z.string(),
      title: z.string(),
      /** When it was answered or marked as done. */
      answeredAt: z.nullable(instant),
    }),
  ),
});

/** GET /console/contact/{id} */
export const messageAnswer = z.object({
  message: z.object({
    id,
    at: instant,
    name: z.string(),
    email: z.string(),
    title: z.string(),
    text: z.string(),
    answeredAt: z.nullable(instant),
  }),
  answers: z.array(z.object({ id, staff: z.string(), text: z.string(), at: instant, isMailed: z.boolean() })),
});

/** POST /console/contact/{id}/answer. `key` is made by the page, once for each answer. */
export const answerBody = z.strictObject({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(10_000)),
  key: z.string().check(z.regex(/^[\w-]{8,64}$/)),
});
/** An answer whose mail failed is stored, and mailed by the same call again. */
export const answerAnswer = z.object({ isMailed: z.boolean() });

export type InboxAnswer = z.infer<typeof inboxAnswer>;
export type MessageAnswer = z.infer<typeof messageAnswer>;
