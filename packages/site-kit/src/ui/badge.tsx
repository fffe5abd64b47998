/** A small mark of an outcome. Color is never the only sign: each outcome brings an icon, and words for readers. */
import Check from '@fairground/site-kit/icons/check';
import Hourglass from '@fairground/site-kit/icons/hourglass';
import RotateCcw from '@fairground/site-kit/icons/rotate-ccw';
import X from '@fairground/site-kit/icons/x';
import type { ReactNode } from 'react';
import { useFormat } from '../format/format.ts';
import { useT } from '../i18n/i18n.ts';
import { cn } from './cn.ts';

const tones = {
  plain: 'text-quiet',
  bright: 'text-coin',
  win: 'text-win',
  even: 'text-quiet',
  loss: 'text-loss',
  pending: 'text-coin',
  void: 'text-info',
};

export type BadgeTone = keyof typeof tones;

interface BadgeProps {
  tone?: BadgeTone;
  /** Read aloud before the content, where otherwise only color and icon show it. */
  label?: string;
  children: ReactNode;
}

export function Badge({ tone = 'plain', label, children }: BadgeProps) {
  const { icon: Icon, spin } = icons[tone];
  return (
    <span
      className={cn(
        'figures inline-flex min-h-7 items-center gap-1 rounded-badge bg-raised px-2.5 text-14',
        'leading-5 font-bold whitespace-nowrap',
        tones[tone],
      )}
    >
      {Icon ? (
        <Icon
          aria-hidden
          className={cn('size-3.5 stroke-3', spin && 'animate-spin [animation-duration:2.4s]')}
        />
      ) : null}
      {label ? <span className="sr-only">{`${label} `}</span> : null}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </span>
  );
}

/**
 * Next to a payout, what the bet came to with its stake subtracted: " (+18)", read as "net +18". A win is green
 * only where this is above zero.
 */
export function Net({ coins }: { coins: number }) {
  const t = useT();
  const { formatChange } = useFormat();
  return (
    <span>
      <span>{' ('}</span>
      <span className="sr-only">{`${t('coins.net')} `}</span>
      <span>{`${formatChange(coins)})`}</span>
    </span>
  );
}

const icons: Record<BadgeTone, { icon?: typeof Check; spin?: boolean }> = {
  plain: {},
  bright: {},
  win: { icon: Check },
  even: { icon: Check },
  loss: { icon: X },
  pending: { icon: Hourglass, spin: true },
  void: { icon: RotateCcw },
};
