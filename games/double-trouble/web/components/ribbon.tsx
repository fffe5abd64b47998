/** The last twenty draws as a ribbon: three lanes with words next to them, and no line that would suggest a trend. */
import { RoundLink } from '@fairground/game-kit/web';
import type { DoubleTroubleDraw } from '../../contract.ts';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import styles from '../double-trouble.module.css';
import { Ball, SideIcon, sideOf, sideText, type Side } from './side.tsx';
import { useTexts } from '../texts.ts';

interface RibbonProps {
  draws: readonly DoubleTroubleDraw[] | null;
  max: number;
  failed: boolean;
}

export function Ribbon({ draws, max, failed }: RibbonProps) {
  'use memo';
  const t = useTexts('page');
  return (
    <section
      className={cn(
        'order-2 grid min-h-19 min-w-0 bg-panel px-4 pt-2 pb-1',
        'lg:min-h-34 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-5 lg:bg-ground lg:px-7 lg:pt-3.5',
        'lg:pb-1.5 sideways:min-h-16 sideways:pt-1 sideways:pb-0',
      )}
      aria-label={t('doubleTrouble.lastDraws')}
    >
      <ul className="hidden content-center lg:grid lg:grid-rows-[repeat(3,36px)]" aria-hidden="true">
        {(['Over', 'Exact', 'Under'] as const).map((side) => (
          <li
            key={side}
            className="flex items-center gap-2 text-14 font-bold text-(--dt-side-text)"
            data-side={side}
          >
            <SideIcon side={side} />
            {t(sideText[side])}
          </li>
        ))}
      </ul>
      {draws === null || failed ? (
        // That they could not be loaded is shown once, at the next draw.
        <Skeleton className="h-14 w-full self-center" />
      ) : draws.length === 0 ? (
        <p className="self-center text-14 leading-5 text-quiet">{t('doubleTrouble.noDraws')}</p>
      ) : (
        <ol
          // A list that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={t('doubleTrouble.lastDraws')}
          // Relative, so that texts for screen readers scroll with it instead of widening the page.
          className={cn(
            styles.draws,
            'relative flex gap-2 overflow-x-auto p-0.5 lg:h-29 lg:flex-row-reverse lg:gap-0 lg:overflow-hidden lg:p-1',
          )}
        >
          {draws.map(({ drawId, winningNumbers }, at) => {
            const number = winningNumbers[0] ?? 0;
            const side = sideOf(number, max);
            return (
              <li
                key={drawId}
                className={cn(
                  'grid flex-[0_0_46px] justify-items-center gap-0.5 lg:h-27 lg:flex-[0_0_5%]',
                  lanes[side],
                )}
                data-side={side}
              >
                <RoundLink game="doubleTrouble" id={drawId} isPassed={at > 0} className="rounded-full">
                  <svg viewBox="-20 -20 40 40" className="size-9.5 lg:size-9" aria-hidden="true">
                    <Ball x={0} y={0} r={19} number={number} side={side} />
                  </svg>
                  <span className="sr-only">{`${number} `}</span>
                </RoundLink>
                <span
                  className={cn(
                    'inline-flex items-center gap-[3px] text-12 leading-4 font-bold',
                    'text-(--dt-side-text) lg:sr-only',
                  )}
                >
                  <SideIcon side={side} size={9} />
                  <span>{t(sideText[side])}</span>
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

const lanes: Record<Side, string> = {
  Over: 'lg:content-start',
  Exact: 'lg:content-center',
  Under: 'lg:content-end',
};
