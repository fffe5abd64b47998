/** That a result is sealed before it counts, and the way to the proof of the last one. */
import type { ReactNode } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { SealIcon } from '@fairground/site-kit/art/icons.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
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
