/** Next to the ticket: how long until the draw, what was drawn last, and what a ticket pays. */
import type { Ticket } from '../../contract.ts';
import { configKey } from '../api.ts';
import { Check, CircleAlert, Minus } from 'lucide-react';
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { byLanguage } from '@fairground/site-kit/i18n/locale.ts';
import { useT } from '../texts.ts';
import { TableRegion } from '@fairground/site-kit/ui/table-region.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { Balls } from './ball.tsx';
import { CheckDraw } from './check-seal.tsx';
import { formatCountdown, useDrawTimeFormat } from '../lottery-time.ts';
import type { Lottery } from '../use-lottery.ts';
import styles from '../lottery.module.css';
import { cn } from '@fairground/site-kit/ui/cn.ts';

const lateAfterMs = 2_000;

export function Countdown({ lottery, nowMs }: { lottery: Lottery; nowMs: number }) {
  const t = useT();
  const { formatSoon } = useDrawTimeFormat();
  const next = lottery.status?.next;
  const leftMs = next ? Date.parse(next.drawsAt) - nowMs : 0;
  const isClosed = next !== undefined && Date.parse(next.closesAt) <= nowMs;
  const awaited = leftMs <= -lateAfterMs ? (next?.beaconRound ?? null) : null;
  return (
    <div className={styles.countdown}>
      <p className={styles.countdownLabel}>{t('lottery.drawsIn')}</p>
      <p className={cn(styles.countdownTime, 'figures')} role="timer">
        {next === undefined ? (
          <Skeleton className="h-[0.8em] w-56 max-w-full align-middle" />
        ) : leftMs <= 0 ? (
          t('lottery.drawing')
        ) : (
          formatCountdown(leftMs)
        )}
      </p>
      <p className={styles.countdownWhen}>
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
  const t = useT();
  const { formatMoment } = useDrawTimeFormat();
  const latest = lottery.status?.latest;
  return (
    <section
      className={styles.last}
      aria-label={
        latest ? t('lottery.lastDraw', { date: formatMoment(latest.drawnAt) }) : t('lottery.noDraw')
      }
    >
      {lottery.drawFailed && (
        <p role="status" className={styles.failed}>
          <CircleAlert aria-hidden className="size-5 shrink-0" />
          {t('lottery.drawFailed')}
        </p>
      )}
      {lottery.status === undefined ? (
        <Skeleton className="h-21 w-full" />
      ) : latest ? (
        <>
          <div className={styles.lastHead}>
            <h2>{t('lottery.lastDraw', { date: formatMoment(latest.drawnAt) })}</h2>
            <CheckDraw draw={latest} />
          </div>
          <Balls
            key={latest.drawId}
            kind="drawn"
            numbers={latest.winningNumbers}
            className={lottery.drawn === latest.drawId ? styles.fresh : ''}
          />
          <Outcome mine={mine} />
        </>
      ) : (
        <p className={styles.quiet}>{t('lottery.noDraw')}</p>
      )}
    </section>
  );
}

/** A return at or below the stakes is reported, not celebrated. */
function Outcome({ mine }: { mine: readonly Ticket[] }) {
  const t = useT();
  const { formatCoins } = useFormat();
  const [bid, won] = sums(mine);
  if (mine.length === 0 || mine.some((ticket) => ticket.result === 'pending')) return null;
  const isGain = won > bid;
  const values = { won: formatCoins(won), bid: formatCoins(bid) };
  return (
    <p className={styles.outcome} data-gain={isGain || undefined}>
      {isGain ? (
        <Check aria-hidden className="size-5 shrink-0 stroke-3" />
      ) : (
        <Minus aria-hidden className="size-5 shrink-0 stroke-3" />
      )}
      <span>
        <span className="block text-14 leading-5 font-medium">
          {t('lottery.resultTitle', { n: mine.length })}
        </span>
        {t(isGain ? 'lottery.resultWon' : won > 0 ? 'lottery.resultBack' : 'lottery.resultNone', values)}
      </span>
    </p>
  );
}

export const sums = (tickets: readonly Ticket[]): [bid: number, won: number] => [
  tickets.reduce((sum, ticket) => sum + ticket.bid, 0),
  tickets.reduce((sum, ticket) => sum + ticket.coinsWon, 0),
];

export function Tiers() {
  const t = useT();
  const multiple = multiples(useLanguage());
  const { formatReturn } = useFormat();
  const config = useGameConfig(configKey).data;
  return (
    <section className={styles.tiers} aria-labelledby="lottery-odds">
      <h2 id="lottery-odds" className="sr-only">
        {t('lottery.odds')}
      </h2>
      <TableRegion label={t('lottery.odds')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('lottery.right')}</th>
              <th scope="col">{t('lottery.pays')}</th>
              <th scope="col">{t('lottery.oddsColumn')}</th>
            </tr>
          </thead>
          <tbody>
            {(config?.tiers ?? emptyTiers).map(({ matches, multiplier, oneIn }) => (
              <tr key={matches}>
                <th scope="row">
                  <span className="figures">{matches}</span>
                  <Dots lit={matches} />
                </th>
                <td className="figures">
                  {multiplier === 0 ? <Skeleton className="h-4 w-14" /> : `${multiple.format(multiplier)}x`}
                </td>
                <td className="figures">
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
      <p className={styles.tiersNote}>{config && t('lottery.return', { n: formatReturn(config.rtpBp) })}</p>
    </section>
  );
}

const emptyTiers = [6, 5, 4, 3, 2, 1].map((matches) => ({ matches, multiplier: 0, oneIn: 0 }));

const multiples = byLanguage(
  (locale) => new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 1 }),
);

const Dots = ({ lit }: { lit: number }) => (
  <svg viewBox="0 0 84 12" width="84" height="12" aria-hidden="true">
    {Array.from({ length: 6 }, (_, at) => (
      <circle key={at} cx={6 + at * 14} cy="6" r="4.75" data-lit={at < lit || undefined} />
    ))}
  </svg>
);
