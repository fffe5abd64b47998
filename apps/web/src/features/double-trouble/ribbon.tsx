/** The last twenty draws as a ribbon: three lanes with words beside them, and no line that would suggest a trend. */
import type { DoubleTroubleDraw } from '@fairground/game-double-trouble/contract';
import { useT } from '../../shared/i18n/i18n.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Ball, SideIcon, sideOf, sideText } from './side.tsx';

type RibbonProps = { draws: readonly DoubleTroubleDraw[] | null; max: number; failed: boolean };

export function Ribbon({ draws, max, failed }: RibbonProps) {
  const t = useT();
  return (
    <section className="dt-ribbon" aria-label={t('doubleTrouble.lastDraws')}>
      <ul className="dt-lanes" aria-hidden="true">
        {(['Over', 'Exact', 'Under'] as const).map((side) => (
          <li key={side} data-side={side}>
            <SideIcon side={side} />
            {t(sideText[side])}
          </li>
        ))}
      </ul>
      {draws === null || failed ? (
        // That they could not be had is said once, where the next draw stands.
        <Skeleton className="h-14 w-full self-center" />
      ) : draws.length === 0 ? (
        <p className="dt-ribbon-empty">{t('doubleTrouble.noDraws')}</p>
      ) : (
        <ol
          // A list that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={t('doubleTrouble.lastDraws')}
          className="dt-draws"
        >
          {draws.map(({ drawId, winningNumbers }) => {
            const number = winningNumbers[0] ?? 0;
            const side = sideOf(number, max);
            return (
              <li key={drawId} data-side={side}>
                <svg viewBox="-20 -20 40 40" className="dt-drawn" aria-hidden="true">
                  <Ball x={0} y={0} r={19} number={number} side={side} />
                </svg>
                <span className="sr-only">{number} </span>
                <span className="dt-drawn-side">
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
