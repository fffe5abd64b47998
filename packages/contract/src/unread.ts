/** How many notices a player has not read; apart, because the header of every page needs no more. */
import * as z from 'zod/mini';

/**
 * GET /user/notices/unread, the answer of POST /user/notices/read, and what is pushed to a player's own
 * connections when their list changes.
 */
export const unreadNotices = z.object({ unread: z.number() });
