/** Title and description of the page in view. Prerendered pages carry the same ones from the start. */
import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { useT, type MessageKey } from '../shared/i18n/i18n.ts';

/** What a route says about its page. A page whose title depends on data sets it with `usePageTitle`. */
export interface PageHandle {
  title: MessageKey;
  description: MessageKey;
}

export function PageMeta() {
  const t = useT();
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast(isPageHandle);
  const title = handle && t(handle.title);
  const description = handle && t(handle.description);
  useEffect(() => {
    if (title) document.title = title;
    if (description) document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
  return (
    <p aria-live="polite" aria-atomic className="sr-only">
      {title}
    </p>
  );
}

const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle && 'description' in handle;
