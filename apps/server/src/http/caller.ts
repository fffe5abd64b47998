/** Where a call came from, and the cookie that its session travels in. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export const callerOf = (request: FastifyRequest) => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});

/** The origin of a call; the browser is stored in plain text, the address as a hash. */
export type Caller = ReturnType<typeof callerOf>;

/** The cookie's name; the prefix makes browsers refuse one that another host or a plain connection set. */
export const sessionCookieName = (siteUrl: string): string =>
  siteUrl.startsWith('https:') ? '__Host-session' : 'session';

const cookieOptions = (siteUrl: string) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: siteUrl.startsWith('https:'),
});

/**
 * Says to scripts that there is a session, so that a page is painted as a player's at once. It is
 * no secret, and proves nothing.
 */
export const signedInCookieName = 'fairground_signed_in';

const readableOptions = (siteUrl: string) => ({ ...cookieOptions(siteUrl), httpOnly: false });

/** `maxAge` is in seconds. */
export const setSessionCookie = (
  reply: FastifyReply,
  siteUrl: string,
  { token, maxAge }: { token: string; maxAge: number },
): void => {
  void reply.setCookie(sessionCookieName(siteUrl), token, { ...cookieOptions(siteUrl), maxAge });
  void reply.setCookie(signedInCookieName, '1', { ...readableOptions(siteUrl), maxAge });
};

/** The session cookie of the staff in the console. */
export const staffCookieName = (siteUrl: string): string =>
  siteUrl.startsWith('https:') ? '__Host-console' : 'console';

/** Sent with requests of the site's own pages only; it ends with the browser. */
const staffCookieOptions = (siteUrl: string) => ({ ...cookieOptions(siteUrl), sameSite: 'strict' as const });

export const setStaffCookie = (reply: FastifyReply, siteUrl: string, token: string): void =>
  void reply.setCookie(staffCookieName(siteUrl), token, staffCookieOptions(siteUrl));

export const clearStaffCookie = (reply: FastifyReply, siteUrl: string): void =>
  void reply.clearCookie(staffCookieName(siteUrl), staffCookieOptions(siteUrl));

/** From the header, where cookies were not parsed yet. */
export const readCookie = (header: string | undefined, name: string): string | null => {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name && value) return value.trim();
  }
  return null;
};

export const clearSessionCookie = (reply: FastifyReply, siteUrl: string): void => {
  void reply.clearCookie(sessionCookieName(siteUrl), cookieOptions(siteUrl));
  void reply.clearCookie(signedInCookieName, readableOptions(siteUrl));
};
