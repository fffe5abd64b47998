/** How the game ended, over the meadow, which stays in sight around it: the mine that was hit above all. */
import type { MinefieldGame } from '../../contract.ts';
import { useEffect, useRef } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '../texts.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';

interface EndOverlayProps {
  game: MinefieldGame;
  columns: number;
  /** The plot with the mine that was hit. */
  hit: number | undefined;
  onAgain: () => void;
}

export function EndOverlay({ game, columns, hit, onAgain }: EndOverlayProps) {
  const t = useT();
  const { formatCoins, formatMultiplier } = useFormat();
  const won = game.gameState === 'CashedOut';
  // Two or three rows are free; above them, the lanterns too.
  const side = hit === undefined ? null : Math.floor(hit / columns) < 2 ? 'bottom' : 'top';
  // A narrow meadow leaves room next to it.
  const isNarrow = columns === 3;
  const again = useRef<HTMLDivElement>(null);
  // The button that ended the game is gone or locked; so the focus moves here.
  useEffect(() => again.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <div
      className={cn(
        'pointer-events-none absolute inset-0 grid justify-items-center',
        side === null
          ? 'items-center'
          : side === 'bottom'
            ? 'items-end'
            : '-top-[50px] items-start sideways:top-0',
        isNarrow && 'xl:top-0 xl:items-center xl:justify-items-start',
      )}
    >
      <div
        className={cn(
          'pointer-events-auto grid w-[min(300px,100%)] animate-[rise_200ms_ease-out] justify-items-center gap-1.5 rounded-panel border-2 bg-panel px-5 pt-2.5 pb-3 text-center lg:w-[360px] lg:gap-2.5 lg:px-6 lg:pt-4 lg:pb-5',
          won ? 'border-win' : 'border-loss',
          // One line, which covers little more than a row.
          side !== null &&
            'sideways:flex sideways:w-[min(380px,100%)] sideways:flex-wrap sideways:items-center sideways:justify-center sideways:gap-x-4 sideways:gap-y-1 sideways:px-4 sideways:py-1.5',
          isNarrow && 'xl:w-[270px]',
        )}
      >
        <h2
          className={cn(
            'font-display text-26 leading-8 lg:text-32 lg:leading-9',
            won ? 'text-win' : 'text-loss',
            side !== null && 'sideways:text-20 sideways:leading-6',
          )}
        >
          {won ? t('minefield.wonTitle') : t('minefield.lostTitle')}
        </h2>
        <p className={cn('text-17 leading-6', side !== null && 'sideways:hidden')}>
          {won
            ? t('minefield.wonText', {
                n: formatCoins(game.coinsWon),
                m: formatMultiplier(game.multiplier),
              })
            : t('minefield.lostText')}
        </p>
        <div
          ref={again}
          className={cn('grid w-full', side !== null && 'sideways:min-w-max sideways:flex-[1_1_0]')}
        >
          <Button size="large" className="max-lg:min-h-12 sideways:min-h-11!" onClick={onAgain}>
            {t('minefield.playAgain')}
          </Button>
        </div>
      </div>
    </div>
  );
}
