/** What a page reports when it failed. */
import * as z from 'zod/mini';

const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));

/** POST /client-errors; the client cuts what is longer. */
export const clientErrorBody = z.strictObject({
  message: text(500).check(z.minLength(1)),
  stack: z.optional(text(4_000)),
  /** The path of the page; a query is not stored. */
  page: text(300),
  /** The build that the page was loaded from. */
  release: z.optional(text(64)),
});

export type ClientErrorBody = z.infer<typeof clientErrorBody>;
