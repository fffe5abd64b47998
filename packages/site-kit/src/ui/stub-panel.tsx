/** The stub of a ticket: a panel whose one edge was torn off, with bites every 24 px and a dotted rule. */
import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

const stubClass = cva('bg-panel text-text', {
  variants: {
    /** The torn edge: left next to a stage, top below one. `turning` is top on phones and left from 1024 px. */
    torn: { left: 'bites-left', top: 'bites-top', turning: 'bites-top lg:bites-left' },
  },
  defaultVariants: { torn: 'turning' },
});

interface StubPanelProps extends VariantProps<typeof stubClass> {
  className?: string | undefined;
  children: ReactNode;
}

export function StubPanel({ torn, className, children }: StubPanelProps) {
  return <div className={stubClass({ torn, className })}>{children}</div>;
}

/** The dotted line between two parts of a stub. */
export const Perforation = ({ className }: { className?: string | undefined }) => (
  <hr aria-hidden className={cn('perforation border-x-0 border-b-0', className)} />
);
