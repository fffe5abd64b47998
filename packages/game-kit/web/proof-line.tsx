/** That a result is sealed before it counts, and the way to the proof of the last one. */
import type { ReactNode } from 'react';
import { Link } from '@fairground/web/shared/router/router.tsx';
import { SealIcon } from '@fairground/web/shared/art/icons.tsx';
import { cn } from '@fairground/web/shared/ui/cn.ts';
import styles from './game-layout.module.css';

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
    <p data-part="proof" className={cn(styles.proof, className)}>
      <SealIcon size={20} className="shrink-0" />
      {text !== null && <span>{text}</span>}
      {(of !== null || always) && (
        <Link to={of === null ? '/fairness' : `/fairness?game=${of.game}&id=${encodeURIComponent(of.id)}`}>
          {link}
        </Link>
      )}
    </p>
  );
}
