/**
 * Title and description of a page that depend on what it shows. Set after the route's own, and again when they change.
 */
import { useEffect } from 'react';
import { headOfDocument, namePage } from './head.ts';

export function usePageTitle(title: string | undefined, description?: string): void {
  useEffect(() => {
    namePage(headOfDocument(), { ...(title ? { title } : {}), ...(description ? { description } : {}) });
  });
}
