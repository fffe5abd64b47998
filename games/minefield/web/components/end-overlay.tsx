/** How the game ended, over the meadow, which stays in sight around it: the mine that was hit above all. */
import type { MinefieldGame } from '../../contract.ts';
import { useEffect, useRef } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '../texts.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import styles from '../minefield.module.css';

interface EndOverlayProps {
  game: MinefieldGame;
  /** Of the five rows, from 0; undefined where no mine was hit. */
  hitRow: number | undefined;
  onAgain: () => void;
}

export function EndOverlay({ game, hitRow, onAgain }: EndOverlayProps) {
  const t = useT();
  const { formatCoins, formatMultiplier } = useFormat();
  const won = game.gameState === 'CashedOut';
  const again = useRef<HTMLDivElement>(null);
  // The button that ended the game is gone or locked; so the focus moves here.
  useEffect(() => again.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.end} data-side={hitRow === undefined ? undefined : hitRow < 2 ? 'bottom' : 'top'}>
      <div className={styles.endCard} data-won={won || undefined}>
        <h2 className={styles.endTitle}>{won ? t('minefield.wonTitle') : t('minefield.lostTitle')}</h2>
        <p className={styles.endText}>
          {won
            ? t('minefield.wonText', {
                n: formatCoins(game.coinsWon),
                m: formatMultiplier(game.multiplier),
              })
            : t('minefield.lostText')}
        </p>
        <div ref={again} className="grid w-full">
          <Button size="large" className="max-lg:min-h-12 sideways:min-h-11!" onClick={onAgain}>
            {t('minefield.playAgain')}
          </Button>
        </div>
      </div>
    </div>
  );
}
