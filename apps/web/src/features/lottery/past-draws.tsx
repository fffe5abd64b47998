/** What was drawn before, twenty draws a page. */
import { lotteryDraws } from '@fairground/game-lottery/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api/request.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Balls } from './ball.tsx';
import { CheckDraw } from './check-seal.tsx';
import { formatMoment } from './lottery-time.ts';

const aPage = 20;

export function PastDraws() {
  const t = useT();
  const [pageNo, setPageNo] = useState(1);
  const { data, isError, refetch } = useQuery({
    queryKey: ['lottery', 'draws', pageNo],
    queryFn: ({ signal }) => request(`/lottery/draws?pageNo=${pageNo}`, { answer: lotteryDraws, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <section className="lottery-panel" aria-labelledby="lottery-past">
      <h2 id="lottery-past">{t('lottery.past')}</h2>
      {isError && data === undefined ? (
        <p className="lottery-retry">
          {t('lottery.pastFailed')}
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </p>
      ) : data === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : data.length === 0 && pageNo === 1 ? (
        <p className="lottery-quiet">{t('lottery.noPast')}</p>
      ) : (
        <>
          <ul className="lottery-draws">
            {data.map((draw) => (
              <li key={draw.drawId}>
                <p className="lottery-draw-when">
                  <span>{formatMoment(draw.drawnAt)}</span>
                  <span className="lottery-quiet">{t('lottery.ticketCount', { n: draw.ticketCount })}</span>
                </p>
                <Balls kind="small" numbers={draw.winningNumbers} />
                <span className="lottery-draw-check">
                  <CheckDraw draw={draw} />
                </span>
              </li>
            ))}
          </ul>
          {(pageNo > 1 || data.length === aPage) && (
            <nav aria-label={t('lottery.past')} className="flex items-center gap-3">
              <Button
                variant="secondary"
                size="small"
                disabled={pageNo === 1}
                onClick={() => setPageNo(pageNo - 1)}
              >
                {t('lottery.newer')}
              </Button>
              <span className="figures text-[14px]">{t('lottery.page', { n: pageNo })}</span>
              <Button
                variant="secondary"
                size="small"
                disabled={data.length < aPage}
                onClick={() => setPageNo(pageNo + 1)}
              >
                {t('lottery.older')}
              </Button>
            </nav>
          )}
        </>
      )}
    </section>
  );
}
