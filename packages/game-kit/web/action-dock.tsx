/** Pins a game's main button in view on a phone in landscape. Its parent is a column, not a grid. */
import type { ReactNode } from 'react';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import styles from './game-layout.module.css';

interface ActionDockProps {
  className?: string | undefined;
  children: ReactNode;
}

export const ActionDock = ({ className, children }: ActionDockProps) => (
  <div className={cn(styles.dock, className)}>{children}</div>
);

/** Of the panel whose last part is docked: a column, so that the dock may leave its place. */
export const panelColumn = 'flex flex-col gap-2 lg:gap-3';
