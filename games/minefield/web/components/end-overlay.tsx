/** How the game ended, over the meadow, which stays in sight around it. */
import type { MinefieldGame } from '../../contract.ts';
import { useEffect, useRef } from 'react';
import { formatMultiplier, useFormat } from '@fairground/web/shared/format/format.ts';
import { useT } from '../texts.ts';
import { Button } from '@fairground/web/shared/ui/button.tsx';
import styles from '../minefield.module.css';

export function EndOverlay({ game, onAgain }: { game: MinefieldGame; onAgain: () => void }) {
  const t = useT();
  const { formatCoins } = useFormat();
  const won = game.gameState === 'CashedOut';
  const again = useRef<HTMLDivElement>(null);
  // The button that ended the game is gone or locked; so the focus moves here.
  useEffect(() => again.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.end}>
      <div className={styles.endCard} data-won={won || undefined}>
        <h2 className={styles.endTitle}>{won ? t('minefield.wonTitle') : t('minefield.lostTitle')}</h2>
        <p className="text-17 leading-6">
          {won
            ? t('minefield.wonText', {
                n: formatCoins(game.coinsWon),
                m: formatMultiplier(game.multiplier),
              })
            : t('minefield.lostText')}
        </p>
        <div ref={again} className="grid w-full">
          <Button size="large" onClick={onAgain}>
            {t('minefield.playAgain')}
          </Button>
        </div>
      </div>
    </div>
  );
}
