/** A placeholder for content that is loading, at the size the content will have. */
import { cn } from './cn.ts';

export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden
    className={cn(
      'inline-block animate-[breathe_1.6s_ease-in-out_infinite] rounded-badge bg-rule',
      className,
    )}
  />
);
