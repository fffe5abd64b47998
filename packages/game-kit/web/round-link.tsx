/** The way from a history to the page of a round that is over. */
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';

interface RoundLinkProps {
  /** Its wire id. */
  game: string;
  id: string;
  /**
   * In a list, whether another link before it is where the Tab key stops: fifty links are one stop. Arrow keys move
   * among the links of the list.
   */
  isPassed?: boolean;
  className?: string;
  children: ReactNode;
}

export const RoundLink = ({ game, id, isPassed, className, children }: RoundLinkProps) => (
  <Link
    to={`/rounds/${game}/${encodeURIComponent(id)}`}
    tabIndex={isPassed === true ? -1 : undefined}
    className={cn('rounded-badge underline-offset-3 hover:underline', className)}
    onKeyDown={isPassed === undefined ? undefined : moveAmongLinks}
  >
    {children}
  </Link>
);

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Home and End move to the ends of the list. */
function moveAmongLinks(event: KeyboardEvent<HTMLElement>): void {
  const links = [...(event.currentTarget.closest('ul, ol')?.querySelectorAll<HTMLElement>('a') ?? [])];
  const step = steps[event.key] ?? Number.NaN;
  const at = links.indexOf(event.currentTarget);
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? links.length - 1 : at + step;
  const target = links[to];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}
