/**
 * URLs as clients send them: the absolute form that proxies use, and bytes that cannot be decoded. The router knows
 * both, but it answers the second in its own way and past every hook; so they are made decodable before it runs.
 */

import { tokenPrefix } from '@fairground/contract/tokens';

/** The URL in a form that the router can decode: each `%` of a path that cannot be decoded is escaped. */
export const toRoutableUrl = (url: string): string => {
  const { path, query } = split(url);
  return decodePath(path) === undefined ? `${path.replaceAll('%', '%25')}${query}` : url;
};

/** Path and query as they were sent, without scheme and host. */
export const toRelativeUrl = (url: string): { path: string; query: string } => {
  const { path, query } = split(url);
  const relative = path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  return { path: relative === '' ? '/' : relative, query: query.slice(1) };
};

/** Whether a path leads to the calls, however it is written. */
export const isApiPath = (path: string): boolean => /^\/api(\/|$)/.test(decodePath(path) ?? path);

const accessToken = new RegExp(`${tokenPrefix}[A-Za-z0-9_-]{43}`);

/** Addresses are logged on their way, so an access token in one is refused. */
export const hasTokenInAddress = (url: string): boolean => accessToken.test(url);

const split = (url: string): { path: string; query: string } => {
  const at = url.search(/[?#;]/);
  return at === -1 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at) };
};

/** Undefined where it cannot be decoded. */
export const decodePath = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
