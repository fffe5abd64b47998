/** The last twenty draws as a ribbon: three lanes with words next to them, and no line that would suggest a trend. */
import { RoundLink } from '@fairground/game-kit/web';
import type { DoubleTroubleDraw } from '../../contract.ts';
import { useT } from '../texts.ts';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { Ball, SideIcon, sideOf, sideText } from './side.tsx';
import styles from '../double-trouble.module.css';

interface RibbonProps {
  draws: readonly DoubleTroubleDraw[] | null;
  max: number;
  failed: boolean;
}

export function Ribbon({ draws, max, failed }: RibbonProps) {
  'use memo';
  const t = useT();
  return (
    <section className={styles.ribbon} aria-label={t('doubleTrouble.lastDraws')}>
      <ul className={styles.lanes} aria-hidden="true">
        {(['Over', 'Exact', 'Under'] as const).map((side) => (
          <li key={side} data-side={side}>
            <SideIcon side={side} />
            {t(sideText[side])}
          </li>
        ))}
      </ul>
      {draws === null || failed ? (
        // That they could not be loaded is shown once, at the next draw.
        <Skeleton className="h-14 w-full self-center" />
      ) : draws.length === 0 ? (
        <p className={styles.ribbonEmpty}>{t('doubleTrouble.noDraws')}</p>
      ) : (
        <ol
          // A list that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={t('doubleTrouble.lastDraws')}
          className={styles.draws}
        >
          {draws.map(({ drawId, winningNumbers }, at) => {
            const number = winningNumbers[0] ?? 0;
            const side = sideOf(number, max);
            return (
              <li key={drawId} data-side={side}>
                <RoundLink game="doubleTrouble" id={drawId} isPassed={at > 0} className="rounded-full">
                  <svg viewBox="-20 -20 40 40" className={styles.drawn} aria-hidden="true">
                    <Ball x={0} y={0} r={19} number={number} side={side} />
                  </svg>
                  <span className="sr-only">{number} </span>
                </RoundLink>
                <span className={styles.drawnSide}>
                  <SideIcon side={side} size={9} />
                  {t(sideText[side])}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
