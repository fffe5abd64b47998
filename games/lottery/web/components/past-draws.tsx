/** What was drawn before, twenty draws a page. */
import { RoundLink } from '@fairground/game-kit/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { drawsQuery } from '../api.ts';
import { useT } from '../texts.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { Balls } from './ball.tsx';
import { CheckDraw } from './check-seal.tsx';
import { useDrawTimeFormat } from '../lottery-time.ts';
import styles from '../lottery.module.css';

const drawsPerPage = 20;

export function PastDraws() {
  const t = useT();
  const { formatMoment } = useDrawTimeFormat();
  const [pageNo, setPageNo] = useState(1);
  const { data, isError, refetch } = useQuery({
    ...drawsQuery(pageNo),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles.panel} aria-labelledby="lottery-past">
      <h2 id="lottery-past">{t('lottery.past')}</h2>
      {isError && data === undefined ? (
        <p className={styles.retry}>
          {t('lottery.pastFailed')}
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </p>
      ) : data === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : data.length === 0 && pageNo === 1 ? (
        <p className={styles.quiet}>{t('lottery.noPast')}</p>
      ) : (
        <>
          <ul className={styles.draws}>
            {data.map((draw) => (
              <li key={draw.drawId}>
                <p className={styles.drawWhen}>
                  <RoundLink game="lottery" id={draw.drawId}>
                    {formatMoment(draw.drawnAt)}
                  </RoundLink>
                  <span className={styles.quiet}>{t('lottery.ticketCount', { n: draw.ticketCount })}</span>
                </p>
                <Balls kind="small" numbers={draw.winningNumbers} />
                <span className={styles.drawCheck}>
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
    </section>
  );
}
