/** A small mark of an outcome. Colour never stands alone: each outcome brings an icon, and words for readers. */
import { Check, Hourglass, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'plain' | 'bright' | 'win' | 'loss' | 'pending' | 'void';

interface BadgeProps {
  tone?: BadgeTone;
  /** Said before the content where only the colour and icon would tell. */
  label?: string;
  children: ReactNode;
}

export function Badge({ tone = 'plain', label, children }: BadgeProps) {
  const { icon: Icon, look, spin } = tones[tone];
  return (
    <span
      className={classNames(
        'figures inline-flex min-h-7 items-center gap-1 rounded-badge bg-raised px-2.5 text-[14px] leading-5 font-bold whitespace-nowrap',
        look,
      )}
    >
      {Icon ? (
        <Icon
          aria-hidden
          className={classNames('size-3.5 stroke-3', spin && 'animate-spin [animation-duration:2.4s]')}
        />
      ) : null}
      {label ? <span className="sr-only">{label} </span> : null}
      {children}
    </span>
  );
}

const tones: Record<BadgeTone, { icon?: typeof Check; look: string; spin?: boolean }> = {
  plain: { look: 'text-quiet' },
  bright: { look: 'text-coin' },
  win: { icon: Check, look: 'text-win' },
  loss: { icon: X, look: 'text-loss' },
  pending: { icon: Hourglass, look: 'text-coin', spin: true },
  void: { icon: RotateCcw, look: 'text-info' },
};
