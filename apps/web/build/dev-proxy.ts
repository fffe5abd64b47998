/**
 * What Vite's server hands on while the site is developed: calls and pictures to the site, the console to its
 * own Vite.
 */
import type { ProxyOptions } from 'vite';

/** By the same setting as the site's own port, which `npm run dev` gives to both. */
export function devProxy(env: Readonly<Record<string, string | undefined>>): Record<string, ProxyOptions> {
  const site = `localhost:${env['PORT'] ?? '3000'}`;
  return {
    '/api': { target: `http://${site}` },
    '/console': { target: 'http://localhost:5174' },
    '/avatars': { target: `http://${site}` },
    '/ws': { target: `ws://${site}`, ws: true },
  };
}
