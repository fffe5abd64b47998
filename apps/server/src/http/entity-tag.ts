/** Whether a client has what would be sent to it. */

/** By the weak comparison that If-None-Match requires: proxies may have marked the tag as weak. */
export const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));
