/** Title and description of a page that depend on what it shows. Set after the route's own, and again when they change. */
import { useEffect } from 'react';

export function usePageTitle(title: string | undefined, description?: string): void {
  useEffect(() => {
    if (title) document.title = title;
    if (description) document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  });
}
