/** The session history of the browser, or the one address of a page that is rendered beforehand. */

export interface PageHistory {
  address(): Pick<URL, 'pathname' | 'search' | 'hash'>;
  /** What was written with the present entry. */
  state(): unknown;
  write(href: string, state: object, replace: boolean): void;
  /** For moves through the history, and for links within the page. */
  listen(onMove: () => void): () => void;
}

export const browserHistory: PageHistory = {
  address: () => location,
  state: () => history.state as unknown,
  write(href, state, replace) {
    try {
      if (replace) history.replaceState(state, '', href);
      else history.pushState(state, '', href);
    } catch {
      // Safari refuses more than a hundred entries within half a minute.
      location.assign(href);
    }
  },
  listen(onMove) {
    addEventListener('popstate', onMove);
    return () => removeEventListener('popstate', onMove);
  },
};

export const fixedHistory = (path: string): PageHistory => ({
  address: () => new URL(path, 'http://localhost'),
  state: () => null,
  write: () => {},
  listen: () => () => {},
});
