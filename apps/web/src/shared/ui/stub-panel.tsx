/** The stub of a ticket: a panel whose one edge was torn off, with bites every 24 px and a dotted rule. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface StubPanelProps {
  /** The torn edge: left beside a stage, top below one. `turning` is top on phones and left from 1024 px. */
  torn?: 'left' | 'top' | 'turning';
  className?: string | undefined;
  children: ReactNode;
}

const tears = { left: 'bites-left', top: 'bites-top', turning: 'bites-top lg:bites-left' };

export function StubPanel({ torn = 'turning', className, children }: StubPanelProps) {
  return <div className={classNames('bg-panel text-text', tears[torn], className)}>{children}</div>;
}

/** The dotted line between two parts of a stub. */
export const Perforation = ({ className }: { className?: string | undefined }) => (
  <hr aria-hidden className={classNames('perforation border-x-0 border-b-0', className)} />
);
