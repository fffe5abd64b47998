/** The title of a page that depends on what it shows. Set after the route's own, and again when that changes. */
import { useEffect } from 'react';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  });
}
