/**
 * Which page is shown. A page is loaded before it is shown, and the one before it stays until then; of several
 * navigations the last one wins.
 */
import type { ComponentType } from 'react';
import { matchPath, type PathParams } from './match-path.ts';
import { browserHistory, type PageHistory } from './page-history.ts';

export interface Route {
  /** See `matchPath`; the first route that fits is taken. The last one must be `*`. */
  path: string;
  /** What the application notes about the page. */
  handle?: unknown;
  load(): Promise<ComponentType>;
}

export interface PageLocation {
  /** Without the base of the application. */
  pathname: string;
  search: string;
  hash: string;
  /** As handed to `navigate`. */
  state: unknown;
  /** Identifies the entry in the history. */
  key: string;
}

export interface View {
  route: Route;
  params: PathParams;
  location: PageLocation;
  /** Undefined until the first page is loaded, and where a page could not be loaded. */
  Component?: ComponentType;
  failure?: { error: unknown };
  preventsScrollReset: boolean;
}

export interface NavigateOptions {
  replace?: boolean | undefined;
  state?: unknown;
  /** Leaves the page scrolled as it is. */
  preventScrollReset?: boolean | undefined;
}

export type Navigate = (to: string, options?: NavigateOptions) => void;

export interface Router {
  /** The first page was on the screen before the application: it stays scrolled as it is. */
  readonly isPrerendered: boolean;
  view(): View;
  /** Calls the listener at once where the view is no longer `seen`. */
  subscribe(listener: (view: View) => void, seen: View): () => void;
  /** Called with the location that is left, before anything changes. */
  onLeave(listener: (from: PageLocation) => void): () => void;
  /** Loads the first page; rejects if that fails. */
  prepare(): Promise<void>;
  /** `to` is a path, or a query or fragment of the present page. */
  navigate: Navigate;
  hrefOf(to: string): string;
}

interface RouterOptions {
  /** The path below which all pages are. */
  basename?: string;
  isPrerendered?: boolean;
  history?: PageHistory;
}

type Target = Pick<PageLocation, 'pathname' | 'search' | 'hash'>;

export const pathOf = ({ pathname, search, hash }: Target): string => pathname + search + hash;

export function createRouter(
  routes: readonly Route[],
  { basename = '', isPrerendered = false, history = browserHistory }: RouterOptions = {},
): Router {
  const match = (location: PageLocation) => ({ ...findRoute(routes, location.pathname), location });
  const loaded = new Map<Route, ComponentType>();
  const listeners = new Set<(view: View) => void>();
  const leaveListeners = new Set<(from: PageLocation) => void>();
  let latest = 0;
  let view: View = { ...match(here()), preventsScrollReset: false };

  function here(): PageLocation {
    const { pathname, search, hash } = history.address();
    const entry = history.state() as { key?: string; state?: unknown } | null;
    const path = pathname.startsWith(basename) ? pathname.slice(basename.length) || '/' : pathname;
    return { pathname: path, search, hash, state: entry?.state ?? null, key: entry?.key ?? 'default' };
  }

  async function load(route: Route): Promise<ComponentType> {
    const Component = loaded.get(route) ?? (await route.load());
    loaded.set(route, Component);
    return Component;
  }

  async function show(
    location: PageLocation,
    preventsScrollReset: boolean,
    commit?: () => void,
  ): Promise<void> {
    const turn = ++latest;
    for (const listener of leaveListeners) listener(view.location);
    const next: View = { ...match(location), preventsScrollReset };
    try {
      next.Component = await load(next.route);
    } catch (error) {
      next.failure = { error };
    }
    if (turn !== latest) return;
    commit?.();
    view = next;
    for (const listener of listeners) listener(view);
  }

  const hrefOf = (to: string): string =>
    to === '/' ? basename || '/' : to.startsWith('/') ? basename + to : to;

  return {
    isPrerendered,
    view: () => view,
    subscribe(listener, seen) {
      listeners.add(listener);
      if (view !== seen) listener(view);
      return () => listeners.delete(listener);
    },
    onLeave(listener) {
      leaveListeners.add(listener);
      return () => leaveListeners.delete(listener);
    },
    async prepare() {
      const stop = history.listen(() => void show(here(), false));
      try {
        const Component = await load(view.route);
        // Unless the visitor has moved on in the meantime.
        if (latest === 0) view = { ...view, Component };
      } catch (error) {
        stop();
        throw error;
      }
    },
    navigate(to, { replace = false, state = null, preventScrollReset = false } = {}) {
      const { pathname, search, hash } = new URL(to, `http://localhost${pathOf(view.location)}`);
      const location = { pathname, search, hash, state, key: createKey() };
      void show(location, preventScrollReset, () =>
        history.write(hrefOf(pathOf(location)), { key: location.key, state }, replace),
      );
    },
    hrefOf,
  };
}

export function findRoute(routes: readonly Route[], pathname: string): Pick<View, 'route' | 'params'> {
  for (const route of routes) {
    const params = matchPath(route.path, pathname);
    if (params !== null) return { route, params };
  }
  throw new Error('the routes have no page for other addresses');
}

const createKey = (): string => Math.random().toString(36).slice(2, 10);
