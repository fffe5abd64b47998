/**
 * Title and description of the page in view; prerendered pages carry theirs from the start. After each move
 * inside the site the new title is said to screen readers, which a full load would do by itself.
 */
import { useLayoutEffect, useState } from 'react';
import { useMatches } from 'react-router';
import { useT, type MessageKey } from '../shared/i18n/i18n.ts';

/** What a route says about its page. A page whose title depends on data sets it with `usePageTitle`. */
export interface PageHandle {
  title: MessageKey;
  description: MessageKey;
  /** Of no use to a search engine: left out of its index and the sitemap. */
  unlisted?: true;
}

export function PageMeta() {
  const t = useT();
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast(isPageHandle);
  const title = handle && t(handle.title);
  const description = handle && t(handle.description);
  // Before the page's own effects, one of which may set a title that depends on data.
  useLayoutEffect(() => {
    if (title) document.title = title;
    if (description) document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
  const [firstTitle] = useState(title);
  const [moved, setMoved] = useState(false);
  if (!moved && title !== firstTitle) setMoved(true);
  return (
    <p aria-live="polite" aria-atomic className="sr-only">
      {moved ? title : null}
    </p>
  );
}

const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle && 'description' in handle;
