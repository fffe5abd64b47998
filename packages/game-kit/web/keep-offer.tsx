/** For a guest who has bet on this page: one line with the way to keep the account. Others do not load it. */
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useState } from 'react';
import { useUser } from '@fairground/site-kit/session/session.ts';
import type { KeepOfferProps } from './keep-offer/keep-line.tsx';

const KeepLine = lazyPart(async () => (await import('./keep-offer/keep-line.tsx')).KeepLine);

export function KeepOffer(props: KeepOfferProps) {
  const user = useUser();
  // A line that came with every page load would move what is below it.
  const [before] = useState(user?.todaysBids ?? 0);
  return user?.guest === true && user.todaysBids > before ? (
    <LazyBoundary>
      <KeepLine {...props} />
    </LazyBoundary>
  ) : null;
}
