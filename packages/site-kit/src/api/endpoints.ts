/// <reference types="vite/client" />
/** Where calls and live messages go. Empty settings mean the page's own origin. */

const trimmed = (address: string | undefined): string => (address ?? '').trim().replace(/\/+$/, '');

const apiBase = trimmed(import.meta.env.VITE_API_URL);
const socketBase = trimmed(import.meta.env.VITE_SOCKET_URL);

/** `path` starts with a slash and leaves `/api` out. */
export const apiUrl = (path: string): string =>
  `${apiBase.endsWith('/api') ? apiBase : `${apiBase}/api`}${path}`;

export function socketUrl(): string {
  if (socketBase !== '') return socketBase;
  const url = new URL('/ws', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Cookies travel by themselves on one origin; an API elsewhere has to be named. */
export const credentials: RequestCredentials = apiBase === '' ? 'same-origin' : 'include';
