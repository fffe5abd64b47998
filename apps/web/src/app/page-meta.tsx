/**
 * The metadata in the head for the page in view; prerendered pages carry theirs from the start. After each move
 * inside the site the new title is announced to screen readers, which a full load would do by itself.
 */
import { useLayoutEffect, useRef, useState } from 'react';
import { useView } from '@fairground/site-kit/router/router.tsx';
import { describeMove, headOfDocument, namePage } from '@fairground/site-kit/page/head.ts';
import { useT, type GameMessageKey, type MessageKey } from '@fairground/site-kit/i18n/i18n.ts';

/** A route's metadata of its page. A page whose title depends on data sets it with `usePageTitle`. */
export interface PageHandle {
  title: MessageKey | GameMessageKey;
  description: MessageKey | GameMessageKey;
  /** No use to a search engine: left out of its index and the sitemap. */
  unlisted?: true;
  /** What mailed links bring in the query: with one of these the page is another, which is prerendered too. */
  tokens?: readonly string[];
  /** Only for players, and left out as well. */
  guarded?: true;
  /** Without the frame of the site. */
  bare?: true;
  /** Without the backdrop, see shared/art/still-art.tsx. */
  withoutArt?: true;
  /** A public page that shows nothing without the application. */
  needsApplication?: true;
  /** Shown by a guarded page while the session is unknown. */
  checking?: MessageKey;
}

const isListed = ({ unlisted, guarded }: PageHandle): boolean => !unlisted && !guarded;

/** As the server wrote it into the page that was loaded; guarded pages are loaded without. */
const siteOrigin: string = (() => {
  if (typeof document === 'undefined') return '';
  const written = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  return written ? new URL(written).origin : location.origin;
})();

export function PageMeta() {
  const t = useT();
  const { route, location, failure } = useView();
  // Where the files of a page did not come, its texts are missing too: the page that says so names itself.
  const handle = failure === undefined && isPageHandle(route.handle) ? route.handle : undefined;
  const title = handle && t(handle.title);
  const description = handle && t(handle.description);
  const { pathname } = location;
  const canonicalPath = handle && isListed(handle) ? pathname : undefined;
  const named = useRef(pathname);
  // Before the page's own effects, one of which may set a title that depends on data.
  useLayoutEffect(() => {
    if (!title || !description) return;
    const head = headOfDocument();
    if (named.current === pathname) namePage(head, { title, description });
    else describeMove(head, { title, description, canonicalPath }, siteOrigin);
    named.current = pathname;
  }, [title, description, pathname, canonicalPath]);
  const [firstTitle] = useState(title);
  const [moved, setMoved] = useState(false);
  if (!moved && title !== firstTitle) setMoved(true);
  return (
    <p aria-live="polite" aria-atomic className="sr-only">
      {moved ? title : null}
    </p>
  );
}

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle && 'description' in handle;
