/** Pins a game's main button in view on a phone in landscape. Its parent is a column, not a grid. */
import type { ReactNode } from 'react';
import { cn } from '@fairground/site-kit/ui/cn.ts';

interface ActionDockProps {
  className?: string | undefined;
  children: ReactNode;
}

export const ActionDock = ({ className, children }: ActionDockProps) => (
  <div
    className={cn(
      'min-w-0 sideways:sticky sideways:bottom-0 sideways:z-10 sideways:bg-panel sideways:pt-1.5 sideways:pb-2',
      className,
    )}
  >
    {children}
  </div>
);

/** The panel whose last part is docked is a column, so that the dock may leave its place. */
export const panelColumn = 'flex flex-col gap-2 lg:gap-3';
