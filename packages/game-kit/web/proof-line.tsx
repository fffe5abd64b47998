/** That a result is sealed before it counts, and the way to the page of the last one, which explains its proof. */
import type { ReactNode } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { SealIcon } from '@fairground/site-kit/art/icons.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';

interface ProofLineProps {
  className?: string | undefined;
  text: ReactNode;
  link: string;
  /** The result that the link leads to; there is no link where none is known, unless `always`. */
  of: { game: string; id: string } | null;
  always?: boolean;
}

export function ProofLine({ className, text, link, of, always = false }: ProofLineProps) {
  return (
    <p
      data-part="proof"
      className={cn(
        // Above the histories, which grow; with room for the link, which comes later.
        'order-3 flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 bg-panel px-4 py-1 text-14 leading-5 sm:min-h-0',
        className,
      )}
    >
      <SealIcon size={20} className="shrink-0" />
      {text !== null && <span>{text}</span>}
      {(of !== null || always) && (
        <Link
          className="text-seal underline underline-offset-3"
          to={of === null ? '/fairness' : `/rounds/${of.game}/${encodeURIComponent(of.id)}`}
        >
          {link}
        </Link>
      )}
    </p>
  );
}
