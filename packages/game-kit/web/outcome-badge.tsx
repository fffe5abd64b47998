/**
 * How a bet went, in the lists of all games: a win with what it paid and the net of the stake,
 * everything else with the stake.
 */
import type { ReactNode } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Badge, Net } from '@fairground/site-kit/ui/badge.tsx';

interface OutcomeBadgeProps {
  outcome: 'win' | 'loss' | 'pending' | 'void';
  word: string;
  /** Otherwise the word is for readers only, and the icon stands for it. */
  isWordShown?: boolean;
  stake: number;
  paid: number;
  /** Stands behind the coins. */
  mark?: ReactNode;
}

export function OutcomeBadge({ outcome, word, isWordShown, stake, paid, mark }: OutcomeBadgeProps) {
  const { formatCoins } = useFormat();
  const isWin = outcome === 'win';
  return (
    <Badge tone={isWin && paid <= stake ? 'even' : outcome} label={isWordShown ? '' : word}>
      <span>
        <span>{`${isWordShown ? `${word} ` : ''}${formatCoins(isWin ? paid : stake)}`}</span>
        {isWin && <Net coins={paid - stake} />}
      </span>
      {mark}
    </Badge>
  );
}
