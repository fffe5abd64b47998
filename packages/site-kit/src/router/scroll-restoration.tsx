/**
 * A new page begins at its top or at the fragment of its address; a page that is returned to, or reloaded, where it
 * was left.
 */
import { useEffect, useLayoutEffect, useState } from 'react';
import { createNote, tabStorage } from '../store/note.ts';
import type { PageLocation } from './create-router.ts';
import { decodePart } from './match-path.ts';
import { useRouter, useView } from './router.tsx';

type Positions = Record<string, number>;

/** Where storage is forbidden a reloaded page begins at its top. */
const note = createNote('scroll-positions', (stored) => JSON.parse(stored) as Positions, tabStorage);

/** Pages of a full load all have the key "default": without the path each would begin where the last one ended. */
const nameOf = ({ key, pathname }: PageLocation): string => `${key} ${pathname}`;

export function ScrollRestoration() {
  const router = useRouter();
  const { location, preventsScrollReset } = useView();
  const [positions] = useState(() => note.read() ?? {});
  const [first] = useState(location);

  useEffect(() => {
    const leave = (): void => {
      positions[nameOf(router.view().location)] = scrollY;
      note.write(positions);
      history.scrollRestoration = 'auto';
    };
    history.scrollRestoration = 'manual';
    const stop = router.onLeave((from) => {
      positions[nameOf(from)] = scrollY;
    });
    addEventListener('pagehide', leave);
    return () => {
      stop();
      removeEventListener('pagehide', leave);
      history.scrollRestoration = 'auto';
    };
  }, [router, positions]);

  useLayoutEffect(() => {
    // The visitor may have scrolled the first page before the application came.
    if (router.isPrerendered && location === first) return;
    const position = positions[nameOf(location)];
    const named = location.hash === '' ? null : document.getElementById(decodePart(location.hash.slice(1)));
    if (position !== undefined) scrollTo(0, position);
    else if (named !== null) named.scrollIntoView();
    else if (!preventsScrollReset) scrollTo(0, 0);
  }, [location, first, router, positions, preventsScrollReset]);

  return null;
}
