/** How the game ended. In the place of the bid, which is locked: the meadow shows where the mines were. */
import type { MinefieldGame } from '../../contract.ts';
import { useEffect, useRef } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../texts.ts';

interface EndPanelProps {
  game: MinefieldGame;
  onAgain: () => void;
}

export function EndPanel({ game, onAgain }: EndPanelProps) {
  const t = useTexts('page');
  const { formatCoins, formatTwoDecimals } = useFormat();
  const won = game.gameState === 'CashedOut';
  const again = useRef<HTMLDivElement>(null);
  // The button that ended the game is gone or locked; so the focus moves here.
  useEffect(() => again.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <div
      data-part="end"
      className={cn(
        'grid animate-[rise_200ms_ease-out] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-3',
        'rounded-panel border-2 px-3 py-1 lg:grid-cols-1 lg:px-4 lg:py-3',
        won ? 'border-win' : 'border-loss',
      )}
    >
      <div>
        <h2
          className={cn(
            'font-display text-20 leading-6 lg:text-32 lg:leading-9',
            won ? 'text-win' : 'text-loss',
          )}
        >
          {won ? t('minefield.wonTitle') : t('minefield.lostTitle')}
        </h2>
        <p className="text-14 leading-5 lg:text-17 lg:leading-6">
          {won
            ? t('minefield.wonText', {
                n: formatCoins(game.coinsWon),
                m: formatTwoDecimals(game.multiplier),
              })
            : t('minefield.lostText')}
        </p>
      </div>
      <div ref={again} className="grid">
        <Button onClick={onAgain}>{t('minefield.playAgain')}</Button>
      </div>
    </div>
  );
}
