/**
 * A link in a mail that carries a one-time token. The token is behind the #, which browsers send to no server: no log,
 * no proxy and no referrer contains it. The page posts it. The query only names the kind of link, because the server
 * answers it with a page of its own.
 */
export const mailedLink = (
  siteUrl: string,
  path: string,
  { name = 'token', token }: { name?: string; token: string },
): string => `${siteUrl}${path}?mailed=${name}#${name}=${token}`;
