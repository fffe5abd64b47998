/** A placeholder for content that is loading, at the size the content will have. */
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface SkeletonProps {
  className?: string;
  /** Something invisible whose size it takes. */
  children?: ReactNode;
}

export const Skeleton = ({ className, children }: SkeletonProps) => (
  <span
    aria-hidden
    className={cn(
      'inline-block animate-[breathe_1.6s_ease-in-out_infinite] rounded-badge bg-rule',
      className,
    )}
  >
    {children}
  </span>
);
