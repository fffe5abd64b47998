/** The seal that marks what can be checked: the only plum on the page, always with the words beside it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SealIcon } from '../scene/icons.tsx';
import { classNames } from './class-names.ts';

interface FairnessSealProps {
  /** What was sealed, in a sentence. */
  children: ReactNode;
  /** Where it can be checked. */
  to?: string;
  linkLabel?: string;
  className?: string;
}

export function FairnessSeal({ children, to, linkLabel, className }: FairnessSealProps) {
  return (
    <p className={classNames('flex items-center gap-2 text-[14px] leading-5', className)}>
      <SealIcon size={22} className="shrink-0" />
      <span>
        {children}
        {to && linkLabel ? (
          <>
            {' '}
            <Link to={to} className="text-seal underline underline-offset-2">
              {linkLabel}
            </Link>
          </>
        ) : null}
      </span>
    </p>
  );
}
