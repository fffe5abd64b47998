/** How the game ended, above the bid: the meadow shows where the mines were, and the next game can begin at once. */
import type { MinefieldGame } from '../../contract.ts';
import { useEffect, useRef } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../texts.ts';

export function End({ game }: { game: MinefieldGame }) {
  const t = useTexts('page');
  const { formatCoins, formatTwoDecimals } = useFormat();
  const won = game.gameState === 'CashedOut';
  return (
    <div data-part="end" className="min-h-11 w-full animate-[rise_200ms_ease-out] lg:min-h-16">
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
  );
}

/** The looks of the button beside the large one. */
export const besideAction = 'px-3! max-lg:shrink! max-lg:text-14!';

/** Where the button for any plot was, which has nothing to turn now. */
export function AgainButton({ onAgain }: { onAgain: () => void }) {
  const t = useTexts('page');
  const place = useRef<HTMLDivElement>(null);
  // The button that ended the game is gone or locked; so the focus moves here.
  useEffect(() => place.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  /** This button leaves with the game that ended; the large one beside it stays, and begins the next. */
  function again(): void {
    const begin = place.current?.nextElementSibling;
    if (begin instanceof HTMLButtonElement) begin.focus({ preventScroll: true });
    onAgain();
  }
  return (
    <div ref={place} data-part="again" className="grid">
      <Button variant="secondary" className={besideAction} onClick={again}>
        {t('minefield.playAgain')}
      </Button>
    </div>
  );
}
