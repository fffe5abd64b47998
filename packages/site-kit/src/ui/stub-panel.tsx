/** The dotted line between two parts of a stub. */
import { cn } from './cn.ts';

export const Perforation = ({ className }: { className?: string | undefined }) => (
  <hr aria-hidden className={cn('perforation border-x-0 border-b-0', className)} />
);
