/** The list of movements, one row for each bet or gift, newest first. */
import type { PlayEntry } from '@fairground/contract/play';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button, buttonClass } from '@fairground/site-kit/ui/button.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { FactTable } from '@fairground/site-kit/ui/fact-table.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { fileAddress, movementsQuery, type Filter } from './queries.ts';
import { useTexts } from '../../texts.ts';

interface MovementsProps {
  filter: Filter;
  nameOf: (source: string) => string;
  formatChange: (coins: number) => string;
}

export function Movements({ filter, nameOf, formatChange }: MovementsProps) {
  'use memo';
  const t = useTexts('play');
  const { formatCoins, formatMoment } = useFormat();
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(movementsQuery(filter));
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  if (data === undefined)
    return isError ? (
      <LoadFailed text={t('play.failed')} retry={refetch} />
    ) : (
      <Skeleton className="h-60 w-full" />
    );
  return (
    <>
      {entries.length === 0 && !hasNextPage ? (
        <p className="text-quiet">{t('play.noMovements')}</p>
      ) : (
        <FactTable
          caption={t('play.movements')}
          hidesCaption
          heads={[t('play.when'), t('play.paid'), t('play.received'), t('play.change')]}
          rows={entries.map((entry) => {
            const { paid, received } = sumsOf(entry);
            return [
              <span key="what" className="grid">
                <span>{nameOf(entry.source)}</span>
                <span className="text-14 leading-5 font-medium text-quiet">{formatMoment(entry.at)}</span>
              </span>,
              paid === 0 ? '' : formatCoins(paid),
              received === 0 ? '' : formatCoins(received),
              formatChange(received - paid),
            ];
          })}
        />
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {isFetchNextPageError ? (
          <LoadFailed text={t('play.moreFailed')} retry={fetchNextPage} />
        ) : hasNextPage ? (
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('play.more')}
          </Button>
        ) : null}
        <a href={fileAddress(filter)} download className={buttonClass({ variant: 'secondary' })}>
          {t('play.file')}
        </a>
      </div>
    </>
  );
}

function sumsOf({ movements }: PlayEntry): { paid: number; received: number } {
  const sums = { paid: 0, received: 0 };
  for (const { amount } of movements) {
    if (amount < 0) sums.paid -= amount;
    else sums.received += amount;
  }
  return sums;
}
