/** Next to the ticket: how long until the draw, what was drawn last, and what a ticket pays. */
import type { Ticket } from '../../contract.ts';
import { configKey } from '../api.ts';
import { celebrate } from '@fairground/game-kit/web';
import { useEffect } from 'react';
import Check from '@fairground/site-kit/icons/check';
import CircleAlert from '@fairground/site-kit/icons/circle-alert';
import Minus from '@fairground/site-kit/icons/minus';
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { byLanguage } from '@fairground/site-kit/i18n/locale.ts';
import { TableRegion } from '@fairground/site-kit/ui/table-region.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { Balls } from './ball.tsx';
import { CheckDraw } from './check-seal.tsx';
import { formatCountdown, useDrawTimeFormat } from '../lottery-time.ts';
import type { Lottery } from '../use-lottery.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import styles from '../lottery.module.css';
import { useTexts } from '../texts.ts';

const lateAfterMs = 2_000;

export function Countdown({ lottery, nowMs }: { lottery: Lottery; nowMs: number }) {
  const t = useTexts('page');
  const { formatSoon } = useDrawTimeFormat();
  const next = lottery.status?.next;
  const leftMs = next ? Date.parse(next.drawsAt) - nowMs : 0;
  const isClosed = next !== undefined && Date.parse(next.closesAt) <= nowMs;
  const awaited = leftMs <= -lateAfterMs ? (next?.beaconRound ?? null) : null;
  return (
    <div
      className={cn(
        'mx-auto grid w-full max-w-[640px] grid-cols-[auto_1fr] items-baseline gap-x-3 px-2 text-text',
        'day:text-night-900 max-lg:-order-1 max-[16rem]:grid-cols-1 lg:block lg:p-0 sideways:order-none',
      )}
    >
      <p className="text-14 leading-5">{t('lottery.drawsIn')}</p>
      <p
        className="min-h-8 font-display text-28 leading-8 lg:my-1 lg:min-h-12 lg:text-44 lg:leading-12 figures"
        role="timer"
      >
        {next === undefined ? (
          <Skeleton className="h-[0.8em] w-56 max-w-full align-middle" />
        ) : leftMs <= 0 ? (
          t('lottery.drawing')
        ) : (
          formatCountdown(leftMs)
        )}
      </p>
      <p className="col-span-full min-h-5 text-14 leading-5 max-sm:min-h-10">
        {next &&
          (awaited !== null
            ? t('lottery.awaitsBeacon', { n: awaited })
            : isClosed
              ? t('lottery.closedUntil', { time: formatSoon(next.drawsAt, nowMs) })
              : t('lottery.drawsAt', {
                  time: formatSoon(next.drawsAt, nowMs),
                  closes: formatSoon(next.closesAt, nowMs),
                }))}
      </p>
    </div>
  );
}

/** The six of the last draw, and the results of the player's tickets in it. */
export function LastDraw({ lottery, mine }: { lottery: Lottery; mine: readonly Ticket[] }) {
  const t = useTexts('page');
  const { formatMoment } = useDrawTimeFormat();
  const latest = lottery.status?.latest;
  return (
    <section
      className={cn(
        'grid min-h-31 content-start gap-2 rounded-panel bg-panel p-4 text-text',
        'max-lg:mx-auto max-lg:w-full max-lg:max-w-[640px] lg:px-6 lg:py-5',
      )}
      aria-label={
        latest ? t('lottery.lastDraw', { date: formatMoment(latest.drawnAt) }) : t('lottery.noDraw')
      }
    >
      {lottery.drawFailed && (
        <p role="status" className="flex items-center gap-2 font-bold text-loss">
          <CircleAlert aria-hidden className="size-5 shrink-0" />
          {t('lottery.drawFailed')}
        </p>
      )}
      {lottery.status === undefined ? (
        <Skeleton className="h-21 w-full" />
      ) : latest ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <h2 className="text-14 leading-5">
              {t('lottery.lastDraw', { date: formatMoment(latest.drawnAt) })}
            </h2>
            <CheckDraw draw={latest} />
          </div>
          <Balls
            key={latest.drawId}
            kind="drawn"
            numbers={latest.winningNumbers}
            className={cn('justify-between gap-1.5', lottery.drawn === latest.drawId && styles.fresh)}
          />
          <Outcome mine={mine} isFresh={lottery.drawn === latest.drawId} />
        </>
      ) : (
        <p className="text-14 leading-5 text-quiet">{t('lottery.noDraw')}</p>
      )}
    </section>
  );
}

/** A return at or below the stakes is reported, not celebrated. */
function Outcome({ mine, isFresh }: { mine: readonly Ticket[]; isFresh: boolean }) {
  const t = useTexts('page');
  const { formatCoins } = useFormat();
  const [bid, won] = sums(mine);
  const isOver = mine.length > 0 && mine.every((ticket) => ticket.result !== 'pending');
  const isGain = isOver && won > bid;
  useEffect(() => {
    if (isFresh && isGain) celebrate({ stake: bid, paid: won });
  }, [isFresh, isGain, bid, won]);
  if (!isOver) return null;
  const values = { won: formatCoins(won), bid: formatCoins(bid) };
  return (
    <p
      className="flex items-center gap-2 border-t-[3px] border-dotted border-rule pt-2 font-bold data-gain:text-win"
      data-gain={isGain || undefined}
    >
      {isGain ? (
        <Check aria-hidden className="size-5 shrink-0 stroke-3" />
      ) : (
        <Minus aria-hidden className="size-5 shrink-0 stroke-3" />
      )}
      <span>
        <span className="block text-14 leading-5 font-medium">
          {t('lottery.resultTitle', { n: mine.length })}
        </span>
        <span>
          {t(isGain ? 'lottery.resultWon' : won > 0 ? 'lottery.resultBack' : 'lottery.resultNone', values)}
        </span>
      </span>
    </p>
  );
}

export const sums = (tickets: readonly Ticket[]): [bid: number, won: number] => [
  tickets.reduce((sum, ticket) => sum + ticket.bid, 0),
  tickets.reduce((sum, ticket) => sum + ticket.coinsWon, 0),
];

export function Tiers() {
  const t = useTexts('page');
  const multiple = multiples(useLanguage());
  const { formatReturn } = useFormat();
  const config = useGameConfig(configKey).data;
  return (
    <section
      className={cn(
        'rounded-panel bg-panel p-4 text-text',
        'max-[26.25rem]:text-14 max-lg:mx-auto max-lg:w-full max-lg:max-w-[640px] lg:px-6 lg:py-5',
      )}
      aria-labelledby="lottery-odds"
    >
      <h2 id="lottery-odds" className="sr-only">
        {t('lottery.odds')}
      </h2>
      <TableRegion label={t('lottery.odds')}>
        <table className="w-full border-collapse font-bold">
          <thead>
            <tr>
              {(['right', 'pays', 'oddsColumn'] as const).map((name) => (
                <th key={name} scope="col" className={cn(cell, 'text-14 font-medium text-quiet')}>
                  {t(`lottery.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(config?.tiers ?? emptyTiers).map(({ matches, multiplier, oneIn }) => (
              <tr key={matches}>
                <th scope="row" className={cell}>
                  <span className="figures">{matches}</span>
                  <Dots lit={matches} />
                </th>
                <td className={cn(cell, 'figures')}>
                  {multiplier === 0 ? <Skeleton className="h-4 w-14" /> : `${multiple.format(multiplier)}x`}
                </td>
                <td className={cn(cell, 'figures font-medium')}>
                  {oneIn === 0 ? (
                    <Skeleton className="h-4 w-20" />
                  ) : (
                    t('lottery.oneIn', { n: multiple.format(oneIn) })
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
      <p className="min-h-17.5 pt-2.5 text-14 leading-5 text-quiet">
        {config && t('lottery.return', { n: formatReturn(config.rtpBp) })}
      </p>
    </section>
  );
}

const cell = 'h-10 border-b-[1.5px] border-rule text-right whitespace-nowrap first:text-left';

const emptyTiers = [6, 5, 4, 3, 2, 1].map((matches) => ({ matches, multiplier: 0, oneIn: 0 }));

const multiples = byLanguage(
  (locale) => new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 1 }),
);

const Dots = ({ lit }: { lit: number }) => (
  <svg
    viewBox="0 0 84 12"
    width="84"
    height="12"
    className="ml-2.5 inline-block align-[-1px] max-[26.25rem]:ml-1.5 max-[26.25rem]:w-[58px]"
    aria-hidden="true"
  >
    {Array.from({ length: 6 }, (_, at) => (
      <circle
        key={at}
        cx={6 + at * 14}
        cy="6"
        r="4.75"
        className={cn(
          'stroke-[1.5]',
          at < lit ? 'fill-bulb-500 stroke-bulb-500 day:stroke-[#8a5606]' : 'fill-none stroke-edge',
        )}
      />
    ))}
  </svg>
);
