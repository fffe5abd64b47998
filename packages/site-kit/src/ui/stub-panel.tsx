/** The stub of a ticket: a panel whose one edge was torn off, with bites every 24 px and a dotted rule. */
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** The torn edge: left next to a stage, top below one. `turning` is top on phones and left from 1024 px. */
const edges = { left: 'bites-left', top: 'bites-top', turning: 'bites-top lg:bites-left' };

interface StubPanelProps {
  torn?: keyof typeof edges | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function StubPanel({ torn = 'turning', className, children }: StubPanelProps) {
  return <div className={cn('bg-panel text-text', edges[torn], className)}>{children}</div>;
}

/** The dotted line between two parts of a stub. */
export const Perforation = ({ className }: { className?: string | undefined }) => (
  <hr aria-hidden className={cn('perforation border-x-0 border-b-0', className)} />
);
