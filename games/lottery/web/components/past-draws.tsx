/** What was drawn before, twenty draws a page. */
import { RoundLink } from '@fairground/game-kit/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { drawsQuery } from '../api.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Balls } from './ball.tsx';
import { ListPanel } from './ticket-list.tsx';
import { CheckDraw } from './check-seal.tsx';
import { useDrawTimeFormat } from '../lottery-time.ts';
import { useTexts } from '../texts.ts';

const drawsPerPage = 20;

export function PastDraws() {
  const t = useTexts('page');
  const { formatMoment } = useDrawTimeFormat();
  const [pageNo, setPageNo] = useState(1);
  const { data, isError, refetch } = useQuery({
    ...drawsQuery(pageNo),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPanel title={t('lottery.past')}>
      {isError && data === undefined ? (
        <LoadFailed text={t('lottery.pastFailed')} retry={refetch} />
      ) : data === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : data.length === 0 && pageNo === 1 ? (
        <p className="text-14 leading-5 text-quiet">{t('lottery.noPast')}</p>
      ) : (
        <>
          <ul className="grid gap-3 lg:grid-cols-[repeat(auto-fill,minmax(23.75rem,1fr))] lg:gap-x-8 lg:gap-y-4">
            {data.map((draw) => (
              <li
                key={draw.drawId}
                className={cn(
                  'flex flex-wrap items-center gap-x-2 gap-y-1 border-b-[1.5px] border-rule pb-2',
                  'last:border-b-0',
                )}
              >
                <p className="flex flex-[1_0_100%] flex-wrap justify-between gap-x-3 text-14 leading-5">
                  <RoundLink game="lottery" id={draw.drawId}>
                    {formatMoment(draw.drawnAt)}
                  </RoundLink>
                  <span className="text-14 leading-5 text-quiet">
                    {t('lottery.ticketCount', { n: draw.ticketCount })}
                  </span>
                </p>
                <Balls kind="small" numbers={draw.winningNumbers} className="gap-1" />
                <span className="contents *:first:ml-auto">
                  <CheckDraw draw={draw} />
                </span>
              </li>
            ))}
          </ul>
          {(pageNo > 1 || data.length === drawsPerPage) && (
            <nav aria-label={t('lottery.past')} className="flex items-center gap-3">
              <Button
                variant="secondary"
                size="small"
                disabled={pageNo === 1}
                onClick={() => setPageNo(pageNo - 1)}
              >
                {t('lottery.newer')}
              </Button>
              <span className="figures text-14">{t('lottery.page', { n: pageNo })}</span>
              <Button
                variant="secondary"
                size="small"
                disabled={data.length < drawsPerPage}
                onClick={() => setPageNo(pageNo + 1)}
              >
                {t('lottery.older')}
              </Button>
            </nav>
          )}
        </>
      )}
    </ListPanel>
  );
}
